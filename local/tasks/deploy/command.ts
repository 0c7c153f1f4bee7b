import { type AccountState, listAccounts, listVersions, readAccount } from "./account-state.ts";
import { type CloudflareApi, CloudflareError } from "./cloudflare-api.ts";
import type { Settings } from "./environment.ts";
import type { EnvironmentName } from "./environment-names.ts";
import { awaitHealth } from "./health.ts";
import { listed, type Talk } from "./talk.ts";
import type { Place, Wanted } from "./wanted.ts";

export type Request = {
	environment: EnvironmentName;
	isDryRun: boolean;
	isRollback: boolean;
	isConfirmed: boolean;
	place: Place | null;
};

export type Services = {
	root: string;
	settings: Settings;
	variables: Readonly<Record<string, string | undefined>>;
	api: () => CloudflareApi | null;
	fetch: typeof fetch;
	run: (words: string[], account?: { id: string }) => void | Promise<void>;
	talk: Talk;
	pause(ms: number): Promise<void>;
	now(): Date;
};

export class Stopped extends Error {}

export function notDeployed(problems: string[]): Stopped {
	return new Stopped(`Not deployed, and nothing was changed:\n${listed(problems)}\nSee docs/deployment.md.`);
}

export async function lookAtAccount(services: Services, wanted: Wanted) {
	const api = services.api();
	if (api === null) {
		throw notDeployed([
			"Nobody is signed in to Cloudflare: npx wrangler login, or CLOUDFLARE_API_TOKEN of the environment",
		]);
	}
	const account = await chooseAccount({ api, wanted, talk: services.talk });
	const state: AccountState = await readAccount({ api, wanted, account });
	return { api, account, state };
}

type Choice = { api: CloudflareApi; wanted: Wanted; talk: Talk };

async function chooseAccount({ api, wanted, talk }: Choice): Promise<{ id: string; name: string }> {
	const accounts = await listAccounts(api).catch((error: unknown) => {
		// A token of one account may not be allowed to list accounts.
		if (wanted.accountId !== null && error instanceof CloudflareError && error.isRejected) return [];
		throw error;
	});
	const named = accounts.find(({ id }) => id === wanted.accountId);
	if (named) return named;
	if (wanted.accountId !== null && accounts.length === 0) return { id: wanted.accountId, name: "account" };
	if (wanted.accountId !== null) {
		throw notDeployed([
			`The token knows no account ${wanted.accountId} (CLOUDFLARE_ACCOUNT_ID, or account_id of wrangler.toml)`,
		]);
	}
	const [only] = accounts;
	if (only && accounts.length === 1) return only;
	const choices = accounts.map(({ id, name }, index) => `${index + 1}  ${name} (${id})`);
	const result = accounts.length === 0 ? null : await talk.ask(`Accounts:\n${listed(choices)}\nWhich number? `);
	const chosen = accounts[Number(result ?? 0) - 1];
	if (chosen) return chosen;
	throw notDeployed([
		`Which account is not said: CLOUDFLARE_ACCOUNT_ID of the environment, one of\n${listed(choices)}`,
	]);
}

export async function confirm(talk: Talk): Promise<void> {
	const result = await talk.ask("Go on? (yes/no) ");
	if (result === null) throw new Stopped("Nothing was changed: nobody is there to confirm, and --yes was not given.");
	if (!["yes", "y"].includes(result.toLowerCase())) throw new Stopped("Nothing was changed.");
}

type Ending = {
	services: Services;
	wanted: Wanted;
	api: CloudflareApi;
	account: { id: string };
	workersDev: string | null;
	byHand: string[];
};

export async function finish({ services, wanted, api, account, workersDev, byHand }: Ending): Promise<number> {
	const { talk, fetch, pause } = services;
	const [versionId = null] = await listVersions({ api, path: `/accounts/${account.id}` }, wanted.console.name);
	const address =
		wanted.hostname === null
			? `https://${wanted.console.name}.${workersDev}.workers.dev`
			: `https://${wanted.hostname}`;
	talk.say(`\nWaiting until ${address}/api/health answers as the new version, two minutes at most.`);
	const { isHealthy, said } = await awaitHealth({ address, versionId, fetch, pause });
	if (byHand.length > 0) talk.say(`\nLeft to do by hand:\n${listed(byHand)}`);
	if (!isHealthy) {
		talk.say(
			`\n${address}/api/health is not well: ${said}\nEverything was uploaded. Run the same command again to check again.`,
		);
		return 1;
	}
	const addresses = [
		`${address}  console`,
		`${address}/api/health`,
		...(wanted.backend ? [`${address}/api/ingest/v1/  devices`] : []),
	];
	talk.say(`\nHealthy.\n${listed(addresses)}`);
	return 0;
}
