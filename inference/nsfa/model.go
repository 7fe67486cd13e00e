package nsfa

type variant struct {
	support support
	slab slab
}
