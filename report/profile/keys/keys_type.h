/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_TYPE_H
#define REP_KEYS_TYPE_H

/* Keys about the type of the data that a sample's instruction looks at. */

#include "profile/model/keys.h"

REP_KEY_FNS(type)
REP_KEY_FNS(typeoff)
REP_KEY_FNS(typecln)

#endif
