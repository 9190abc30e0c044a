/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints user frames of call chains, with one text for each object without symbols, and a cache of
 * the texts of addresses in objects with symbols.
 */
#include "script/script_frame.h"

#include "console/command.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"
#include "script/script.h"
#include "script/script_put.h"

#define SPACE_OBJECT (3ull << 32) /* script_text_key.space of an object: this plus its number */
#define TAILS_MAX (7u << 20)	  /* bytes of tails in use after which no more tails are made */
#define ADDR_WIDTH 16u

enum { UNKNOWN, HAS_SYMBOLS, NO_SYMBOLS };

/* An object, by its index; the last one stands for addresses that no map covers. */
struct script_object {
	const char *tail; /* without symbols: text after the address, or NULL */
	uint32_t tail_len;
	uint8_t state;
	uint8_t base;	 /* enum object_base */
	uint16_t fields; /* bits of the fields for which the tail was made */
};

/* Get what is known about the object of @map. */
static struct script_object *find_script_object(struct script *s, const struct pdata_map *map,
						uint32_t fields)
{
	struct script_addrs *a = &s->addrs;
	const uint32_t nr = pdata_tasks_nr_objects(s->ses.tasks);
	struct script_object *o;

	if (!a->objects)
		a->objects = rep_alloc((size_t)nr + 1, sizeof(*a->objects));
	o = &a->objects[map ? map->object->index : nr];
	if (o->state != UNKNOWN && o->fields == fields)
		return o;
	o->state = map && symbols_nr(s->ses.syms, map->object) ? HAS_SYMBOLS : NO_SYMBOLS;
	o->base = map ? (uint8_t)resolve_object_base(map->object) : OBJECT_BASE_ZERO;
	o->fields = (uint16_t)fields;
	o->tail = NULL;
	return o;
}

static void put_frame_line(struct script *s, struct out *o, const struct location *w,
			   uint64_t fields)
{
	if (fields & SCRIPT_F(ip)) {
		out_char(o, '\t');
		out_hex_w(o, w->addr, ADDR_WIDTH);
	}
	script_put_names(s, o, w, fields);
	out_char(o, '\n');
}

/* Make the text after the address, which is the same for all addresses without a symbol. */
static void make_tail(struct script *s, struct script_object *of, const struct location *w,
		      uint64_t fields)
{
	struct script_texts *kept = &s->addrs.tails;
	struct out *o = &s->scratch;

	if (kept->used > TAILS_MAX)
		return;
	o->len = 0;
	put_frame_line(s, o, w, fields & ~SCRIPT_F(ip));
	of->tail = script_keep_text(kept, o->buf, o->len);
	of->tail_len = (uint32_t)o->len;
}

static void put_address_and_tail(struct out *o, uint64_t addr, const struct script_object *of)
{
	char *to = put_room(o, 1 + ADDR_WIDTH), *digit;

	if (!to)
		return;
	digit = to + 1 + ADDR_WIDTH;
	memset(to, ' ', 1 + ADDR_WIDTH);
	to[0] = '\t';
	do {
		*--digit = "0123456789abcdef"[addr & 15];
		addr >>= 4;
	} while (addr);
	o->len += 1 + ADDR_WIDTH;
	put_short(o, of->tail, of->tail_len);
}

/* The text of an address after the end of its symbol depends on the map, and is not kept. */
static bool is_in_symbol(const struct location *w)
{
	return !w->sym || w->addr < w->sym->end;
}

static uint32_t line_kind(uint64_t fields)
{
	return script_text_kind(SCRIPT_ADDR_CHAIN, PDATA_CPUMODE_USER, fields);
}

static struct script_text_key frame_key(uint32_t maps, uint64_t ip, uint64_t fields)
{
	return (struct script_text_key){ .ip = ip, .space = maps, .kind = line_kind(fields) };
}

const struct script_text *script_recent_frame(const struct script *s, uint32_t maps, uint64_t ip,
					      uint64_t fields)
{
	const struct script_text_key key = frame_key(maps, ip, fields);

	return script_text_recent(&s->addrs, &key);
}

static void put_cached_line(struct script *s, struct location *w, uint32_t maps, uint64_t ip,
			    uint64_t fields)
{
	const struct pdata_object *obj = w->map->object;
	const struct script_text_key key = { .ip = w->addr,
					     .space = SPACE_OBJECT | obj->index,
					     .kind = line_kind(fields) },
				     frame = frame_key(maps, ip, fields);
	const struct script_text *t = script_text_find(&s->addrs, &key);
	struct out *o = &s->scratch;

	if (t) {
		put_short(&s->out, t->s, t->len);
		script_text_remember(&s->addrs, &frame, &key);
		return;
	}
	w->sym = resolve_sym(s->ses.syms, obj, w->addr);
	o->len = 0;
	put_frame_line(s, o, w, fields);
	if (is_in_symbol(w))
		script_text_keep(&s->addrs, &key, o->buf, o->len);
	out_raw(&s->out, o->buf, o->len);
}

void script_put_user_frame(struct script *s, uint32_t maps, const struct pdata_map_at *at,
			   uint64_t fields)
{
	struct script_object *of =
		find_script_object(s, at->map, (uint32_t)(fields >> SCRIPT_FI_ip & 63));
	struct location w = { .map = at->map, .addr = at->addr };

	if (at->map)
		w.addr -= resolve_shift(of->base, at->map);
	if (at->map && of->state == HAS_SYMBOLS) {
		put_cached_line(s, &w, maps, at->addr, fields);
		return;
	}
	if (!of->tail && !(fields & SCRIPT_F(dsoff)))
		make_tail(s, of, &w, fields);
	if (of->tail && fields & SCRIPT_F(ip))
		put_address_and_tail(&s->out, w.addr, of);
	else
		put_frame_line(s, &s->out, &w, fields);
}
