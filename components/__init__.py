"""What the rooms are made of: computing, tables, charts and inputs. ARCHITECTURE.md says who may import whom."""
