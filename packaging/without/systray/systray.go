// Package systray stands in place of the toolkit's icon in the desktop's bar, which the program does not have. The
// toolkit asks for it in any case, and it would bring a server of D-Bus that looks methods up by name: the linker could
// then leave out no method of the whole program. Nothing here does anything.
package systray

// A KeyModifier is a key that is held while another is pressed.
type KeyModifier uint8

// The modifiers.
const (
	KeyModifierShift KeyModifier = 1 << iota
	KeyModifierControl
	KeyModifierAlt
	KeyModifierSuper
)

// A MenuItem is a line of the icon's menu.
type MenuItem struct{ ClickedCh chan struct{} }

func RunWithExternalLoop(_, _ func()) (start, end func()) { return func() {}, func() {} }
func ResetMenu()                                          {}
func SetIcon([]byte)                                      {}
func SetOnTapped(func())                                  {}
func SetTemplateIcon(_, _ []byte)                         {}
func SetTitle(string)                                     {}
func AddSeparator()                                       {}

func AddMenuItem(_, _ string) *MenuItem                 { return &MenuItem{} }
func AddMenuItemCheckbox(_, _ string, _ bool) *MenuItem { return &MenuItem{} }

func (*MenuItem) AddSeparator()                                        {}
func (*MenuItem) AddSubMenuItem(_, _ string) *MenuItem                 { return &MenuItem{} }
func (*MenuItem) AddSubMenuItemCheckbox(_, _ string, _ bool) *MenuItem { return &MenuItem{} }
func (*MenuItem) Disable()                                             {}
func (*MenuItem) SetIcon([]byte)                                       {}
func (*MenuItem) SetShortcut(KeyModifier, string)                      {}
func (*MenuItem) SetTemplateIcon(_, _ []byte)                          {}
