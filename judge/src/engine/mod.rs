//! Engine processes: the UCI conversation with one, the pool of several, restarts and limits.
