import { Statement } from "../../shared/account/billing";

/** Returns the first stored statement, possibly one from before the account was restored. */
export async function closeDirectoryMonth(
	directory: D1Database,
	{ accountId, statement, now }: { accountId: string; statement: Statement; now: number },
): Promise<Statement> {
	const insert = "INSERT OR IGNORE INTO usage_statements (account_id, month, statement, closed_at) VALUES (?, ?, ?, ?)";
	const select = "SELECT statement FROM usage_statements WHERE account_id = ? AND month = ?";
	const { month } = statement;
	const [, found] = await directory.batch<{ statement: string }>([
		directory.prepare(insert).bind(accountId, month, JSON.stringify(statement), now),
		directory.prepare(select).bind(accountId, month),
	]);
	const row = found?.results[0];
	if (!row) throw new Error("A closed month is not in the directory");
	return Statement.parse(JSON.parse(row.statement));
}

/** False if another account has this customer. */
export async function saveCustomer(
	directory: D1Database,
	{ customerId, accountId }: { customerId: string; accountId: string },
): Promise<boolean> {
	const insert = "INSERT OR IGNORE INTO billing_customers (customer_id, account_id) VALUES (?, ?)";
	await directory.prepare(insert).bind(customerId, accountId).run();
	return (await findCustomerAccount(directory, customerId)) === accountId;
}

/** A restored account may not know its customer. */
export async function findAccountCustomer(directory: D1Database, accountId: string): Promise<string | null> {
	const query =
		"SELECT customer_id AS customerId FROM billing_customers WHERE account_id = ? ORDER BY customer_id LIMIT 1";
	return directory.prepare(query).bind(accountId).first<string>("customerId");
}

export async function findCustomerAccount(directory: D1Database, customerId: string): Promise<string | null> {
	const query = "SELECT account_id AS accountId FROM billing_customers WHERE customer_id = ?";
	return directory.prepare(query).bind(customerId).first<string>("accountId");
}
