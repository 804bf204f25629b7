// cleanup.h: removes temporary files and folders however the program ends.
//
// Whoever makes one registers it, and unregisters it when it has been renamed or removed. Whatever
// is registered when the program ends is removed: at exit and, after cleanup_on_signals, when a
// signal ends the program. Only SIGKILL and a crash leave it behind. A process removes only what it
// has registered itself, so that a forked child never removes its parent's files.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_CLEANUP_H
#define WL_BASE_CLEANUP_H

#include <sys/types.h>

// Registers a file or a whole folder. Returns a ticket for cleanup_forget; -1, which cleanup_forget
// accepts, if the table is full.
int cleanup_add(const char *path);
void cleanup_forget(int ticket);

// Removes what this process has registered, for one that ends without exit().
void cleanup_all(void);

// Registers a child process. A signal to the program ends it before anything is removed, so that it
// makes no new files. It ends its own children when it gets SIGTERM (resources.c).
void cleanup_child_add(pid_t pid);
void cleanup_child_forget(pid_t pid);

// Called once, by main: signals that end the program clean up first. A signal that is ignored
// (nohup) stays ignored. A library inside another program must not call it. SIGBUS, which a full
// disk causes in a library that writes a file through mapped memory, becomes an error message and
// ST_TOOL.
void cleanup_on_signals(void);
// Called in a forked process that has to die by signals as if no handlers had been installed.
void cleanup_no_signals(void);

// Removes a file, or a folder and all that is in it; symbolic links are removed, not followed. What
// cannot be removed stays.
void cleanup_tree(const char *path);

#endif
