/** Whether an account lives in an object: any genuine key or link names one, also of an account that is gone. */
export function holdsAccount({ sql }: Pick<DurableObjectStorage, "sql">): boolean {
	return hasTable(sql, "account") && sql.exec("SELECT 1 FROM account").toArray().length > 0;
}

export function hasTable(sql: SqlStorage, name: string): boolean {
	return sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", name).toArray().length > 0;
}
