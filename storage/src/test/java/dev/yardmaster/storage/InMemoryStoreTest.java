package dev.yardmaster.storage;

class InMemoryStoreTest extends VersionedStoreContract {

  @Override
  VersionedStore newStore() {
    return new InMemoryStore();
  }
}
