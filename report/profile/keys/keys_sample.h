/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the functions of sort keys from sample fields: CPU, socket, time, pipeline stage cycles,
 * page size, IPC, transaction flags, cgroup and parent symbol.
 */

#include "profile/model/keys.h"

extern const struct key_kind key_cgroup_id;

key_number_fn key_cpu, key_socket, key_p_stage;
key_text_fn key_parent, key_ipc_text, key_time_text, key_page_text, key_transaction_text,
	key_cgroup_text;
key_width_fn key_time_width, key_transaction_width;
/*
 * Prints the result of rep_key.number with leading zeros. The number of digits is the width of the
 * column minus rep_key.arg.
 */
key_print_fn key_print_zeros;
