# SPDX-License-Identifier: BSD-2-Clause
# Turn the option list of a program's --help into a list of man(7). The line of the option --help
# itself gives the position of the columns.

function man(s)
{
	gsub(/\\/, "\\e", s)
	gsub(/-/, "\\-", s)
	return s
}

# "-i, --input FILE" with names in bold and the argument in italics
function name(s,  n, word, i, out, w)
{
	n = split(s, word, " ")
	for (i = 1; i <= n; i++) {
		w = word[i]
		if (w ~ /^-/ && match(w, /[[=]/))
			w = "\\fB" man(substr(w, 1, RSTART - 1)) "\\fR" man(substr(w, RSTART))
		else if (w ~ /^-.*,$/)
			w = "\\fB" man(substr(w, 1, length(w) - 1)) "\\fR,"
		else if (w ~ /^-/)
			w = "\\fB" man(w) "\\fR"
		else
			w = "\\fI" man(w) "\\fR"
		out = out (i > 1 ? " " : "") w
	}
	return out
}

{ line[NR] = $0 }

/^  -h, --help/ {
	match($0, /--help +/)
	width = RSTART + RLENGTH - 1
}

END {
	for (i = 1; i <= NR; i++) {
		l = line[i]
		if (l ~ /^ +--?[A-Za-z]/) {
			text = ""
			opt = substr(l, 1, width)
			if (substr(l, width, 1) != " " && length(l) >= width)
				opt = l
			else
				text = substr(l, width + 1)
			sub(/^ +/, "", opt)
			sub(/ +$/, "", opt)
			print ".TP"
			print name(opt)
			if (text != "")
				print man(text)
		} else if (l ~ /^          +[^ ]/) {
			sub(/^ +/, "", l)
			print man(l)
		}
	}
}
