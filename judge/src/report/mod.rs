//! Documents, one file or folder a format.
