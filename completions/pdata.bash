# SPDX-License-Identifier: BSD-2-Clause
# bash completion of pdata and pdata-record. Commands, options and the values of options are asked of
# the program's own help, so that they cannot lag behind it.

_pdata_commands() { # PROGRAM
	"$1" --help 2>/dev/null | sed -nE 's/^  ([a-z]+(-[a-z]+)*) .*/\1/p'
}

# OPTION or OPTION ARGUMENT, a line each; -i, --input FILE is two lines.
_pdata_options() { # PROGRAM [COMMAND]
	"$@" --help 2>/dev/null | sed -nE -e 's/\[=/ [/; t split' -e ': split' \
		-e 's/^  (-[[:alnum:]]), (--[[:alnum:]-]+)( [^ ]+)?.*/\1\3\n\2\3/p; t' \
		-e 's/^ +(--?[[:alnum:]][[:alnum:]-]*)( [^ ]+)?.*/\1\2/p'
}

_pdata_words() { # WORDS
	COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_pdata_value() { # ARGUMENT - as the help names it
	case $1 in
	*DIR*) COMPREPLY=($(compgen -d -- "$cur")) ;;
	*FILE*|*PATH*) COMPREPLY=($(compgen -f -- "$cur")) ;;
	*[a-z]*\|*) _pdata_words "$(tr '|' '\n' <<<"$1" | sed -E 's/\[.*//; /[^a-z0-9-]/d')" ;;
	esac
}

_pdata() {
	local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= argument
	COMPREPLY=()
	if [[ ${1##*/} == pdata ]]; then
		if ((COMP_CWORD == 1)); then
			_pdata_words "$(_pdata_commands "$1") help --help --version --no-pager"
			return
		fi
		command=${COMP_WORDS[1]}
		if [[ $command == help ]]; then
			_pdata_words "$(_pdata_commands "$1")"
			return
		fi
	fi
	if [[ $before == -* ]]; then
		argument=$(_pdata_options "$1" $command | sed -nE "s/^$before ([^[].*)/\1/p" | head -n 1)
		if [[ -n $argument ]]; then
			_pdata_value "$argument"
			return
		fi
	fi
	if [[ $cur == -* ]]; then
		_pdata_words "$(_pdata_options "$1" $command | cut -d ' ' -f 1)"
	else
		COMPREPLY=($(compgen -f -- "$cur"))
	fi
}

complete -o filenames -o default -F _pdata pdata pdata-record
