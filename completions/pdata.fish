# SPDX-License-Identifier: BSD-2-Clause
# fish completion of pdata and pdata-record. Commands and options come from the program's own --help,
# so completion is always up to date.

function __pdata_commands
    pdata --help 2>/dev/null | string match -r '^  [a-z-]+ .*' |
        string replace -r '^  ([a-z-]+) (\[COMMAND\])? *(.*)' '$1\t$3'
end

function __pdata_no_command
    test (count (commandline -opc)) -eq 1
end

# OPTION TAB what it does; of -i, --input the long one.
function __pdata_options
    set -l words (commandline -opc)
    set -l program $words[1]
    test $program = pdata; and set program pdata $words[2]
    $program --help 2>/dev/null | string match -r '^ +(?:-[[:alnum:]], )?--?[[:alnum:]].*' |
        string replace -r '^ +(?:-[[:alnum:]], )?(--?[[:alnum:]][[:alnum:]_-]*)(?:[ =[][^ ]+)? *(.*)' '$1\t$2'
end

# Names that the program itself lists for the option before: events, sort keys, columns, fields. Behind the last
# comma of a list one more is offered.
function __pdata_listed
    set -l words (commandline -opc)
    set -l program $words[1]
    set -l command record
    test $program = pdata; and set command $words[2]
    set -l ask
    switch "$command:$words[-1]"
        case record:-e record:--event
            set ask $program --list
            test $program = pdata; and set ask pdata record --list
        case report:-s report:--sort diff:-s diff:--sort
            set ask pdata report -s help
        case report:-F report:--fields
            set ask pdata report -F help
        case script:-F script:--fields
            set ask pdata script -F help
        case '*'
            return 1
    end
    set -l before (string match -r '^.*[,+]' -- (commandline -ct))
    $ask 2>/dev/null | string match -r '^ *[a-z][^][ ,]*(?: .*)?$' |
        string replace -r '^ *([^ ]+) *(.*)' "$before"'$1\t$2'
end

complete -c pdata -n '__pdata_listed >/dev/null' -f -a '(__pdata_listed)'
complete -c pdata-record -n '__pdata_listed >/dev/null' -f -a '(__pdata_listed)'
complete -c pdata -n __pdata_no_command -f -a '(__pdata_commands)'
complete -c pdata -n 'not __pdata_no_command; and string match -q -- "-*" (commandline -ct)' -a '(__pdata_options)'
complete -c pdata-record -n 'string match -q -- "-*" (commandline -ct)' -a '(__pdata_options)'
