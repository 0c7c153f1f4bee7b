import { spawnSync } from "node:child_process";
import * as z from "zod/mini";
import { createCloudflareApi } from "./cloudflare-api.ts";
import { readSettings } from "./environment.ts";
import type { EnvironmentName } from "./environment-names.ts";
import { findToken } from "./token.ts";

export type Where = { kind: "local" } | { kind: "edge"; environment: EnvironmentName };
export type Row = Record<string, unknown>;

export async function queryDirectory(sql: string, { root, where }: { root: string; where: Where }): Promise<Row[][]> {
	return where.kind === "local" ? queryLocal(sql, root) : queryEdge(sql, { root, environment: where.environment });
}

const Results = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

function queryLocal(sql: string, root: string): Row[][] {
	const state = ["--local", "--persist-to", ".wrangler/state"];
	const args = ["d1", "execute", "DIRECTORY", ...state, "-c", "backend/wrangler.toml", "--json", "--command", sql];
	const env = { ...process.env, CI: "1" };
	const { status, stdout, stderr } = spawnSync("wrangler", args, { cwd: root, encoding: "utf8", env });
	if (status !== 0) throw new Error(`The directory of the local run could not be read: ${`${stdout}${stderr}`.trim()}`);
	return rowsOf(z.parse(Results, JSON.parse(stdout)));
}

const rowsOf = (results: z.output<typeof Results>): Row[][] => results.map((statement) => statement.results);

async function queryEdge(sql: string, { root, environment }: { root: string; environment: EnvironmentName }) {
	const { backend, console } = readSettings(root, environment);
	const token = findToken(root);
	if (token === null) throw new Error("Nobody is signed in to Cloudflare: npx wrangler login, or CLOUDFLARE_API_TOKEN");
	const api = createCloudflareApi({ token, base: process.env.CLOUDFLARE_API_BASE_URL });
	const named = process.env.CLOUDFLARE_ACCOUNT_ID || console.accountId;
	const accounts = named ? [{ id: named }] : await api.list(z.object({ id: z.string() }), { path: "/accounts" });
	const [account] = accounts;
	if (!account || accounts.length > 1) throw new Error("Which account is not said: set CLOUDFLARE_ACCOUNT_ID");
	const path = `/accounts/${account.id}/d1/database`;
	const name = backend.database?.name ?? "";
	const Database = z.object({ uuid: z.string(), name: z.string() });
	const found = (await api.list(Database, { path: `${path}?name=${name}` })).find((database) => database.name === name);
	const id = backend.database?.id ?? found?.uuid;
	if (!id) throw new Error(`There is no database ${name}: npm run deploy makes it`);
	return rowsOf(await api.call(Results, { path: `${path}/${id}/query`, method: "POST", body: { sql } }));
}
