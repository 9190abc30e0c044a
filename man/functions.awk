# SPDX-License-Identifier: BSD-2-Clause
# functions.awk - make the pages of libpdata's functions from the comments of the public headers
#
# awk -v out=DIR -v date=DATE -v version=VERSION -f functions.awk functions.tsv errors.def pdata.h HEADER...
#
# It writes DIR/FUNCTION.3 for each function of functions.tsv, and DIR/pages.tmp, the list for libpdata(3). pdata.h is
# the first header: the rules at its head hold for all.

function base(path) { sub(/.*\//, "", path); return path }
function trim(s) { gsub(/[ \t\n]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }

# ---- read: functions.tsv, errors.def, headers
FILENAME ~ /\.tsv$/ {
	if ($0 !~ /^#/) {
		n = split($0, field, "\t")
		title[++pages] = field[1]; functions[pages] = field[2]; types[pages] = field[3]
		m = split(field[2], word, " ")
		page[pages] = word[1]
		for (i = 1; i <= m; i++)
			page_of[word[i]] = word[1]
	}
	next
}
FILENAME ~ /\.def$/ {
	if (match($0, /^PD_ERR\([A-Z_]*/)) {
		code = "PDATA_" substr($0, 8, RLENGTH - 7)
		text = $0
		sub(/^[^"]*"/, "", text); sub(/".*/, "", text)
		codes[++nr_codes] = code; code_text[code] = text
	}
	next
}

FNR == 1 { header = base(FILENAME); comment = ""; in_comment = in_type = in_function = 0; if (!first) first = header }
in_type {
	body = body "\n" $0
	if ($0 ~ /^}.*;$/) { type_body[kind name] = body; in_type = 0; comment = "" }
	next
}
in_function {
	proto = proto " " $0
	end_of_function()
	next
}
in_comment {
	line = $0
	sub(/^[ \t]*\*? ?/, "", line)
	if ((at = index($0, "*/"))) { sub(/[ \t]*\*\/.*/, "", line); in_comment = 0 }
	if ($0 !~ /^[ \t]*\*\/$/)
		comment = comment "\n" line
	if (!in_comment && !head[header] && comment !~ /SPDX/)
		head[header] = comment
	next
}
/^\/\*/ {
	comment = $0
	sub(/^\/\*\*? ?/, "", comment)
	if (comment ~ /\*\//) { sub(/[ \t]*\*\/.*/, "", comment) } else in_comment = 1
	next
}
/^[ \t]*$/ { comment = ""; next }
/^typedef / { kind = "typedef "; name = $0; sub(/.*\(\*/, "", name); sub(/\).*/, "", name); body = $0; type_doc[kind name] = comment
	if ($0 ~ /;$/) type_body[kind name] = body; else in_type_def = 1
	next }
in_type_def { type_body[kind name] = body " " $0; in_type_def = 0; next }
/^(struct|enum) [a-z_0-9]+ \{/ {
	kind = $1 " "; name = $2; body = $0; type_doc[kind name] = comment; in_type = $0 !~ /;$/
	if (!in_type) type_body[kind name] = body
	next
}
/^(PDATA_API|static inline) / { proto = $0; in_function = 1; end_of_function() }

function end_of_function() {
	if (proto !~ /\)[ ;]*$/)
		return
	in_function = 0
	sub(/^(PDATA_API|static inline) /, "", proto)
	sub(/;$/, "", proto)
	name = proto
	sub(/\(.*/, "", name); sub(/.*[ *]/, "", name)
	prototype[name] = trim(proto) ";"
	doc[name] = comment
	of_header[name] = header
}

# ---- text to roff
function escape(s) { gsub(/\\/, "\\e", s); return s }
function inline(s,   rest, name) {
	s = escape(trim(s))
	gsub(/pdata_[a-z0-9_]+\(\)/, "\\fB&\\fR", s)
	gsub(/PDATA_[A-Z0-9_]*[A-Z0-9]/, "\\fB&\\fR", s)
	gsub(/(struct|enum) pdata_[a-z0-9_]+/, "\\fB&\\fR", s)
	rest = ""
	while (match(s, /@[a-z_0-9]+/)) {
		name = substr(s, RSTART + 1, RLENGTH - 1)
		rest = rest substr(s, 1, RSTART - 1) "\\fI" name "\\fR"
		s = substr(s, RSTART + RLENGTH)
	}
	s = rest s
	if (s ~ /^[.']/)
		s = "\\&" s
	return s
}
function sentence(s) {
	if (s ~ /^[a-z]+([ ,;:]|$)/)
		s = toupper(substr(s, 1, 1)) substr(s, 2)
	return s ~ /[.:]$/ ? s : s "."
}
function put(s) {
	if (s == ".PP" && last_put ~ /^\.(SH|SS)/)
		return
	print s > file
	last_put = s
}

# Split a comment into parts: kind[i] is "p", "@" or the label of a paragraph; text[i] its words.
function parse(s,   n, i, line, lines, new) {
	nr_parts = 0
	new = 1
	n = split(s, lines, "\n")
	for (i = 1; i <= n; i++) {
		line = lines[i]
		if (line ~ /^[ \t]*$/) { new = 1; continue }
		if (line ~ /^@[a-z_0-9, @]+:/)
			add_part("@", line)
		else if (match(line, /^(Return|Threads|Cost|Source|Errors|Owner|Lifetime|Memory|End|Input|ABI):/))
			add_part(substr(line, 1, RLENGTH - 1), substr(line, RLENGTH + 1))
		else if (match(line, /^PDATA_[A-Z_]+: /))
			add_part("#", line)
		else if (line ~ /^[0-9]\. /)
			add_part("1", line)
		else if (new || !nr_parts)
			add_part("p", line)
		else
			part_text[nr_parts] = part_text[nr_parts] " " line
		new = 0
	}
}
function add_part(kind, text) { part_kind[++nr_parts] = kind; part_text[nr_parts] = text }

function label(s, at) { put(".TP"); put("\\fB" substr(s, 1, at - 1) "\\fR"); put(inline(substr(s, at + 1))) }

# Put all parts but those of sections of their own; @from is the first.
function put_parts(from,   i, at, kind, begun) {
	for (i = from; i <= nr_parts; i++) {
		kind = part_kind[i]
		at = index(part_text[i], ":")
		if (kind == "Return" || kind == "Threads" || kind == "Errors")
			continue
		if (kind == "@") {
			put(".TP"); put(inline(substr(part_text[i], 1, at - 1))); put(sentence(inline(substr(part_text[i], at + 1))))
			continue
		}
		if (kind == "#") { label(part_text[i], at); continue }
		put(".PP")
		if (kind == "p" || kind == "1")
			put(inline(part_text[i]))
		else
			put("\\fI" kind ":\\fR " inline(part_text[i]))
	}
}

# A prototype in lines that fit.
function put_prototype(s,   n, words, i, line) {
	n = split(s, words, ", ")
	line = words[1]
	for (i = 2; i <= n; i++) {
		line = line ","
		if (length(line) + length(words[i]) > 66) { put("\\fB" line "\\fR"); line = "        " words[i] }
		else line = line " " words[i]
	}
	put("\\fB" line "\\fR")
}

# ---- structs
function clean(s) { gsub(/\n[ \t]*\*? ?/, " ", s); return trim(s) }
function put_member(decl, text) {
	put(".TP")
	put("\\fB" trim(decl) "\\fR")
	put(text == "" ? "\\&" : inline(text))
}
function put_type(kind, name,   s, sep, before, decl, pending, at, c, newline) {
	s = type_body[kind name]
	put(".SS " kind name)
	parse(type_doc[kind name])
	put_parts(1)
	if (kind == "typedef ") { put(".PP"); put("\\fB" trim(s) "\\fR"); return }
	sub(/^[^{]*\{/, "", s)
	sub(/}[^}]*$/, "", s)
	sep = kind == "enum " ? "," : ";"
	before = decl = ""
	while (s != "") {
		match(s, /^[ \t\n]*/)
		newline = index(substr(s, 1, RLENGTH), "\n")
		s = substr(s, RLENGTH + 1)
		if (substr(s, 1, 2) == "/*") {
			at = index(s, "*/")
			c = clean(substr(s, 3, at - 3))
			s = substr(s, at + 2)
			if (decl != "" && !newline) {
				put_member(decl, before c); decl = before = ""
			} else {
				if (decl != "") { put_member(decl, before); before = "" }
				decl = ""
				before = before c " "
			}
			continue
		}
		if (decl != "") { put_member(decl, before); decl = before = "" }
		if (s ~ /^union \{/) { s = substr(s, 8); put(".PP"); put("\\fBunion\\fR of:"); continue }
		if (substr(s, 1, 1) == "}") { s = substr(s, index(s, ";") + 1); before = ""; continue }
		if (s == "")
			break
		at = index(s, sep)
		c = index(s, "/*")
		if (!at || (c && c < at && sep == ","))
			at = c ? c : length(s) + 1
		decl = substr(s, 1, at - 1)
		s = substr(s, substr(s, at, 1) == sep ? at + 1 : at)
		if (sep == ";")
			decl = decl ";"
	}
	if (decl != "")
		put_member(decl, before)
}

# ---- pages
function labelled(s, kind,   i) {
	parse(s)
	for (i = 1; i <= nr_parts; i++)
		if (part_kind[i] == kind)
			return trim(part_text[i])
	return ""
}
function include_of(h) { return h ~ /^(types|features|consts|records|writer)\.h$/ ? "pdata.h" : h }

function put_page(k,   n, f, i, j, h, t, all, last, seen, text, nr, mentioned) {
	n = split(functions[k], f, " ")
	file = out "/" page[k] ".3"
	put(".\\\" SPDX-License-Identifier: BSD-2-Clause")
	put(".TH " toupper(page[k]) " 3 \"" date "\" \"pdata " version "\"")
	put(".SH NAME")
	text = ""
	for (i = 1; i <= n; i++) {
		if (!(f[i] in prototype)) { print "functions.awk: no function " f[i] " in the headers" > "/dev/stderr"; failed = 1; return }
		text = text (i > 1 ? ", " : "") f[i]
		all = all "\n" doc[f[i]]
	}
	put(text " \\- " title[k])
	put(".SH SYNOPSIS"); put(".nf")
	for (i = 1; i <= n; i++) {
		h = include_of(of_header[f[i]])
		if (!((k, h) in included)) { included[k, h] = 1; put("\\fB#include <pdata/" h ">\\fR") }
	}
	put(".PP")
	for (i = 1; i <= n; i++)
		put_prototype(prototype[f[i]])
	put(".PP"); put("Link with \\fI" (h == "tables.h" ? "\\-lpdata\\-names \\-lpdata" : "\\-lpdata") "\\fR.")
	put(".fi"); put(".SH DESCRIPTION")
	h = of_header[f[1]]
	if (include_of(h) != first) {
		parse(head[h])
		put_parts(1)
		all = all "\n" head[h]
	}
	for (i = 1; i <= n; i++) {
		if (i > 1 && doc[f[i]] == doc[f[i - 1]])
			continue
		text = f[i] "()"
		for (j = i + 1; j <= n && doc[f[j]] == doc[f[i]]; j++)
			text = text ", " f[j] "()"
		put(".SS " text)
		parse(doc[f[i]])
		if (index(part_text[1], f[i] " - ") == 1) {
			put(sentence(inline(substr(part_text[1], length(f[i]) + 4))))
			put_parts(2)
		} else
			put_parts(1)
	}
	t = 0
	for (i = 1; i <= n; i++)
		if ((text = labelled(doc[f[i]], "Return")) != "") {
			if (!t++) put(".SH RETURN VALUE")
			put(".TP"); put("\\fB" f[i] "\\fR()"); put(sentence(inline(text)))
		}
	put(".SH ERRORS")
	put(inline(labelled(head[first], "Errors")))
	if (h != first && (text = labelled(head[h], "Errors")) != "") { put(".PP"); put(inline(text)) }
	for (i = 1; i <= nr_codes; i++)
		if (all ~ (codes[i] "[^A-Z_]")) { put(".TP"); put("\\fB" codes[i] "\\fR"); put(inline(code_text[codes[i]])) }
	put(".SH THREADS")
	put(inline(labelled(head[first], "Threads")))
	if (h != first && (text = labelled(head[h], "Threads")) != "") { put(".PP"); put(inline(text)) }
	for (i = 1; i <= n; i++)
		if (doc[f[i]] != doc[f[i - 1]] && (text = labelled(doc[f[i]], "Threads")) != "") { put(".TP"); put("\\fB" f[i] "\\fR()"); put(sentence(inline(text))) }
	put(".SH OWNERSHIP")
	put(inline(labelled(head[first], "Owner")))
	if (types[k] != "") {
		put(".SH TYPES")
		nr = split(types[k], f, " ")
		for (i = 1; i <= nr; i++) {
			if (("struct " f[i]) in type_body) put_type("struct ", f[i])
			else if (("enum " f[i]) in type_body) put_type("enum ", f[i])
			else if (("typedef " f[i]) in type_body) put_type("typedef ", f[i])
			else { print "functions.awk: no type " f[i] " in the headers" > "/dev/stderr"; failed = 1 }
			all = all "\n" type_doc["struct " f[i]] type_body["struct " f[i]]
		}
	}
	put(".SH SEE ALSO")
	seen = " " page[k] " "
	text = ""
	while (match(all, /pdata_[a-z0-9_]+\(\)/)) {
		mentioned = page_of[substr(all, RSTART, RLENGTH - 2)]
		all = substr(all, RSTART + RLENGTH)
		if (mentioned != "" && !index(seen, " " mentioned " ")) {
			seen = seen mentioned " "
			put(".BR " mentioned " (3),")
		}
	}
	put(".BR libpdata (3)")
	close(file)
	n = split(functions[k], f, " ")
	for (i = 2; i <= n; i++) {
		file = out "/" f[i] ".3"
		put(".so man3/" page[k] ".3")
		close(file)
	}
}

END {
	for (k = 1; k <= pages; k++)
		put_page(k)
	file = out "/pages.tmp"
	for (k = 1; k <= pages; k++) {
		put(".TP"); put(".BR " page[k] " (3)"); put(toupper(substr(title[k], 1, 1)) substr(title[k], 2))
	}
	close(file)
	exit failed
}
