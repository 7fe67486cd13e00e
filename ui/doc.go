// Package ui is the window: its theme, its columns, its dialogs and menus, and the
// [Workspace] behind them, which holds the open table, the model, the run and the
// history of changes and knows nothing of how they are shown.
package ui
