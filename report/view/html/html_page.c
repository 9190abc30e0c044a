/* SPDX-License-Identifier: BSD-2-Clause */
/* The page around the data. Its policy permits only its own script and style, by their hashes. */
#include "view/html/html_int.h"
#include "view/html/viewer.h"

static void put_hash(struct out *out, const char *text, size_t size)
{
	uint8_t hash[HTML_SHA256_SIZE];

	html_sha256(text, size, hash);
	out_raw_str(out, "'sha256-");
	html_put_base64(out, hash, sizeof(hash));
	out_char(out, '\'');
}

/*
 * The viewer builds "save this selection" from the elements of the page, so this text is spelled as
 * browsers serialise it.
 */
void html_put_head(struct out *out)
{
	out_raw_str(out, "<!DOCTYPE html>\n"
			 "<html lang=\"en\"><head>\n"
			 "<meta charset=\"utf-8\">\n"
			 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
			 "'none'; "
			 "script-src ");
	put_hash(out, html_viewer_script, html_viewer_script_size);
	out_raw_str(out, "; style-src ");
	put_hash(out, html_viewer_style, html_viewer_style_size);
	out_raw_str(out, "; img-src data: blob:; worker-src blob:; base-uri 'none'; "
			 "form-action 'none'\">\n"
			 "<meta name=\"viewport\" content=\"width=device-width, "
			 "initial-scale=1\">\n"
			 "<title>pdata profile</title>\n"
			 "<style>");
	out_raw(out, html_viewer_style, html_viewer_style_size);
	out_raw_str(out, "</style>\n"
			 "</head><body>\n"
			 "<p id=\"notice\">This page is not complete, or the browser runs no "
			 "scripts: "
			 "its profile cannot be shown.</p>\n"
			 "<script>");
	out_raw(out, html_viewer_script, html_viewer_script_size);
	out_raw_str(out, "</script>\n"
			 "<script type=\"application/octet-stream\" id=\"data\">");
}

void html_put_tail(struct out *out)
{
	out_raw_str(out, "</script>\n</body></html>\n");
}
