/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Synthesises records of running tasks and of the kernel, and makes the header features that
 * describe the host and the command.
 */

#include <pdata/pdata.h>

struct rec;

int rec_synth_index(struct rec *r);
int rec_synth_kernel(struct rec *r);
/*
 * Write KSYMBOL and BPF_EVENT records of the loaded BPF programs. Write no records if the recorder
 * may not see the programs.
 */
int rec_synth_bpf(struct rec *r);
int rec_synth_maps(struct rec *r); /* writes THREAD_MAP and CPU_MAP records */
int rec_synth_tasks(struct rec *r);
int rec_synth_child(struct rec *r);
int rec_synth_event_updates(struct rec *r);
int rec_synth_cgroups(struct rec *r);

typedef int (*rec_feature_fn)(struct rec *r, const struct pdata_feature *f);

/*
 * Call @fn for each feature that describes the host, the command line, the events or the clock.
 * The order of the calls is not quite that of the feature bits: BRANCH_STACK comes before
 * CPU_TOPOLOGY. If @fn returns a value that is not 0, no more calls follow. Return: 0, or this
 * value.
 */
int rec_host_features(struct rec *r, rec_feature_fn fn);
