// cleanup.h : temporary files and folders that must not outlive the program, however it ends.
//
// Whoever makes one registers it and forgets it when it has been renamed or removed. What is still
// registered when the program ends is removed: at exit, and, after cleanup_on_signals, when a
// signal ends the program. Only SIGKILL and a crash leave it behind. A process removes only what it
// has registered itself, so a forked child never takes its parent's files away.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_CLEANUP_H
#define WL_BASE_CLEANUP_H

#include <sys/types.h>

// A file or a whole folder. Returns a ticket for cleanup_forget; -1 (which cleanup_forget takes)
// when the table is full.
int cleanup_add(const char *path);
void cleanup_forget(int ticket);

// Processes that a signal to the program ends before anything is removed, so that they make nothing
// anew. They end what they have started themselves when they get SIGTERM (share.c).
void cleanup_child_add(pid_t pid);
void cleanup_child_forget(pid_t pid);

// From main, once: signals that end the program clean up first. A signal that is ignored (nohup)
// stays ignored. A library in somebody else's program does not call it. SIGBUS, which is what a
// full disk is to a library that writes a file through memory, becomes an error in one sentence and
// ST_TOOL.
void cleanup_on_signals(void);
// In a forked process that is to die by signals as if nothing had been installed.
void cleanup_no_signals(void);

// Removes a file, or a folder and all that is in it; symbolic links are removed, not followed. What
// cannot be removed stays.
void cleanup_tree(const char *path);

#endif
