# SPDX-License-Identifier: BSD-2-Clause
# bash completion of pdata and pdata-record. Commands, options and values of options come from the
# program's own --help, so completion is always up to date.

_pdata_commands() { # PROGRAM
	"$1" --help 2>/dev/null | sed -nE 's/^  ([a-z]+(-[a-z]+)*) .*/\1/p'
}

# OPTION or OPTION ARGUMENT, a line each; -i, --input FILE is two lines.
_pdata_options() { # PROGRAM [COMMAND]
	"$@" --help 2>/dev/null | sed -nE -e 's/\[=/ [/; t split' -e ': split' \
		-e 's/^  (-[[:alnum:]]), (--[[:alnum:]_-]+)( [^ ]+)?.*/\1\3\n\2\3/p; t' \
		-e 's/^ +(--?[[:alnum:]][[:alnum:]_-]*)( [^ ]+)?.*/\1\2/p'
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

# Names that the program itself lists for an option: events, sort keys, columns, fields; nothing for others.
_pdata_listed() { # PROGRAM COMMAND OPTION
	case $2:$3 in
	record:-e | record:--event) "$1" ${2:+$([[ ${1##*/} == pdata ]] && echo "$2")} --list ;;
	report:-s | report:--sort | diff:-s | diff:--sort) "$1" report -s help ;;
	report:-F | report:--fields) "$1" report -F help ;;
	script:-F | script:--fields) "$1" script -F help ;;
	esac 2>/dev/null | sed -nE 's/^ *([a-z][^][ ,]*)( .*)?$/\1/p'
}

# Of a list with commas the last name is completed. readline breaks words at a colon and replaces what is behind it.
_pdata_list() { # NAMES
	local done= skip=
	[[ $cur == *[,+]* ]] && done=${cur%"${cur##*[,+]}"}
	((joined)) && skip=${cur%"${cur##*:}"}
	COMPREPLY=($(compgen -P "$done" -W "$1" -- "${cur#"$done"}"))
	COMPREPLY=("${COMPREPLY[@]#"$skip"}")
	compopt -o nospace 2>/dev/null
}

_pdata() {
	local cur=${COMP_WORDS[COMP_CWORD]} before command= argument names joined=0 at=$COMP_CWORD
	while ((at > 1)) && [[ $cur == :* || ${COMP_WORDS[at - 1]} == : ]]; do
		cur=${COMP_WORDS[--at]}$cur joined=1
	done
	before=${COMP_WORDS[at - 1]}
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
		names=$(_pdata_listed "$1" "${command:-record}" "$before")
		if [[ -n $names ]]; then
			_pdata_list "$names"
			return
		fi
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
