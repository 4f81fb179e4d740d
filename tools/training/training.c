/* The trainer's library: the compiled core, and the training of its nets. */
#include "../../ginrules/fast/core/core.c"

#include "belief_train.inc"
#include "train_learn.inc"
#include "train_play.inc"
