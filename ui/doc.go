// Package ui is the window: its theme, its columns, its dialogs and menus, which show a
// [workspace.Workspace] and change it.
package ui
