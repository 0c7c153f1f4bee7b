/** Any genuine key or link names an object, even after its account was deleted. */
export function holdsAccount({ sql }: Pick<DurableObjectStorage, "sql">): boolean {
	return hasTable(sql, "account") && sql.exec("SELECT 1 FROM account").toArray().length > 0;
}

export function hasTable(sql: SqlStorage, name: string): boolean {
	return sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", name).toArray().length > 0;
}
