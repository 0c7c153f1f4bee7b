import { ShownBrand } from "../../shared/account/brand";

export async function findHostBrand(directory: D1Database, hostname: string): Promise<ShownBrand | null> {
	const query =
		"SELECT brand FROM hostnames JOIN account_brands USING (account_id) WHERE hostname = ? AND brand <> 'null'";
	const brand = await directory.prepare(query).bind(hostname).first<string>("brand");
	return brand === null ? null : ShownBrand.parse(JSON.parse(brand));
}

type DirectoryBrand = { accountId: string; revision: number; brand: ShownBrand | null };

/** Never replaces a newer revision. */
export async function saveDirectoryBrand(
	directory: D1Database,
	{ accountId, revision, brand }: DirectoryBrand,
): Promise<void> {
	await directory
		.prepare(
			"INSERT INTO account_brands (account_id, revision, brand) VALUES (?, ?, ?) ON CONFLICT (account_id) DO UPDATE SET " +
				"revision = excluded.revision, brand = excluded.brand WHERE excluded.revision >= account_brands.revision",
		)
		.bind(accountId, revision, JSON.stringify(brand))
		.run();
}

export async function findBrandRights(directory: D1Database, accountId: string) {
	const hosts = directory.prepare("SELECT hostname FROM hostnames WHERE account_id = ? ORDER BY hostname");
	const [{ results }, isSenderReleased] = await Promise.all([
		hosts.bind(accountId).all<{ hostname: string }>(),
		isSenderNameReleased(directory, accountId),
	]);
	return { hostnames: results.map(({ hostname }) => hostname), isSenderReleased };
}

export function findHostname(directory: D1Database, accountId: string): Promise<string | null> {
	const query = "SELECT hostname FROM hostnames WHERE account_id = ? ORDER BY hostname LIMIT 1";
	return directory.prepare(query).bind(accountId).first<string>("hostname");
}

export async function isSenderNameReleased(directory: D1Database, accountId: string): Promise<boolean> {
	const query = "SELECT 1 AS released FROM released_senders WHERE account_id = ?";
	return (await directory.prepare(query).bind(accountId).first("released")) !== null;
}

/** Maps a hostname in a local run; elsewhere the operator's command does. Keeps an existing mapping. */
export async function mapHostname(
	directory: D1Database,
	{ hostname, accountId, now }: { hostname: string; accountId: string; now: number },
): Promise<void> {
	await directory
		.prepare("INSERT INTO hostnames (hostname, account_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
		.bind(hostname, accountId, now)
		.run();
}
