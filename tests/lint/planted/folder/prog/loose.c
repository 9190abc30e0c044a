/* SPDX-License-Identifier: BSD-2-Clause */
/* A source outside of all rooms. */
int low_loose;
