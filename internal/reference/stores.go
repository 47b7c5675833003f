package reference

// storeKey reads the key of a partner's store: there is one, unless an option
// takes any.
func (s *Service) storeKey(f form, name string) string {
	key := f.text(name)
	if key != "" && key != s.options.StoreKey && !s.options.AnyStoreKey {
		f.wrong(name, "must be the store key that came with the credentials")
	}
	return key
}

// storeName is the name that a store key stands for (2.3).
func (s *Service) storeName(key string) string {
	if key == s.options.StoreKey {
		return s.options.StoreName
	}
	return "Store " + key
}
