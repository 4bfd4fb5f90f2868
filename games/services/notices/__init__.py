"""Telling people, outside the page, that a table waits for them.

play, lobby ──▶ turns.turned      in the transaction: a notice in the outbox
sorting                           still waiting? nobody looks? then a delivery a way
dispatch                          claims deliveries, packs parcels, writes down what came of it
parcels                           sends one: no database, no transaction
ways                              what people set: mail, browsers, a webhook
"""
