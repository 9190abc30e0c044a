# SPDX-License-Identifier: BSD-2-Clause
# tables.awk tables.def - spec/tables.md, from the rows of report/profile/tables/tables.def

# The string literals of a row, without quotes, in text[1], text[2] ...; returns their number.
function literals(row, text,    n, part) {
	n = 0
	while (match(row, /"([^"\\]|\\.)*"/)) {
		part = substr(row, RSTART + 1, RLENGTH - 2)
		gsub(/\\"/, "\"", part)
		text[++n] = part
		row = substr(row, RSTART + RLENGTH)
	}
	return n
}

BEGIN {
	print "# Tables of a recording"
	print ""
	print "`pdata export csv TABLE` and `pdata export jsonl TABLE` write these tables. This page is made from"
	print "`report/profile/tables/tables.def` by `make spec`."
	print ""
	print "A column refers to the row of another table by the number in that table's first column; its unit is then"
	print "the name of that table. Values that the recording does not have are null: empty in CSV, left out in JSON lines."
	print ""
	print "| type | value |"
	print "|---|---|"
	print "| U32, U64 | unsigned number of 32 or 64 bits |"
	print "| I32 | signed number of 32 bits |"
	print "| BOOL | true or false |"
	print "| TEXT | UTF-8; names that are not valid UTF-8 have the bytes of the recording in CSV, and are read as Latin-1 in JSON lines |"
}

/^TABLE\(/ {
	match($0, /\([a-z_]+/)
	name = substr($0, RSTART + 1, RLENGTH - 1)
	literals($0, text)
	print ""
	print "## " name
	print ""
	print toupper(substr(text[1], 1, 1)) substr(text[1], 2) "."
	print ""
	print "| column | type | unit | meaning |"
	print "|---|---|---|---|"
	next
}

/^[A-Z_]+\([a-z_]+, (U32|I32|U64|BOOL|TEXT), / {
	split($0, word, /[(, ]+/)
	literals($0, text)
	print "| `" word[2] "` | " word[3] " | " text[1] " | " text[2] " |"
}
