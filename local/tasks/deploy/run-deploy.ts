import { type AccountState, listAccounts, listVersions, readAccount } from "./account-state.ts";
import { readBuilt } from "./built.ts";
import { type CloudflareApi, CloudflareError } from "./cloudflare-api.ts";
import type { Settings } from "./environment.ts";
import type { EnvironmentName } from "./environment-names.ts";
import { awaitHealth } from "./health.ts";
import { isPlaceOpen, type Plan, planDeployment, stepText } from "./plan.ts";
import { deployVersion, planRollback, readLeastReader, readVersions } from "./rollback.ts";
import { findProblems, readStoredForm } from "./settings.ts";
import { sizeText, startText } from "./sizes.ts";
import { type Installation, takeStep } from "./take-step.ts";
import { listed, type Talk } from "./talk.ts";
import { checkUserPool, type PoolFindings } from "./user-pool.ts";
import {
	jurisdictions,
	locations,
	type Place,
	placeNamed,
	type Wanted,
	type WantedSecret,
	wantedOf,
} from "./wanted.ts";

export type Request = {
	environment: EnvironmentName;
	isDryRun: boolean;
	isRollback: boolean;
	/** `--yes`: nobody is asked. */
	isConfirmed: boolean;
	place: Place | null;
};

export type Services = {
	root: string;
	settings: Settings;
	variables: Readonly<Record<string, string | undefined>>;
	/** Null: nobody is signed in to Cloudflare. */
	api: () => CloudflareApi | null;
	fetch: typeof fetch;
	/** A command of this repository, in whose environment the account stands. */
	run: (words: string[], account?: { id: string }) => void | Promise<void>;
	talk: Talk;
	pause(ms: number): Promise<void>;
	now(): Date;
};

/** Ends the command; everything else is a fault of ours. */
class Stopped extends Error {}

/** Resolves to the exit code. */
export async function deploy(request: Request, services: Services): Promise<number> {
	const { talk } = services;
	try {
		if (request.isRollback) return await rollBack(request, services);
		return await deployForward(request, services);
	} catch (error) {
		if (error instanceof Stopped) {
			talk.say(error.message);
			return 1;
		}
		if (error instanceof CloudflareError && error.isRefused) {
			talk.say(
				`Cloudflare refuses this token: ${error.message}\nGive it the right, then run the same command again. See docs/deployment.md.`,
			);
			return 1;
		}
		throw error;
	}
}

async function deployForward(request: Request, services: Services): Promise<number> {
	const { settings, variables, talk, root } = services;
	const problems = await findProblems(settings, variables);
	if (problems.length > 0 && !request.isDryRun) throw notDeployed(problems);
	const wanted = wantedOf(request.environment, settings, variables);
	await services.run(["npm", "run", "build"]);
	const built = readBuilt(root, wanted);
	const hasSourceMaps = Boolean(variables.SENTRY_AUTH_TOKEN);
	if (request.isDryRun) {
		talk.say(`${sizeText(root)}\n${startText(root, wanted)}\n`);
		const place = request.place ?? unsaidPlace;
		const plan = planDeployment({ wanted, state: null, built, hasSourceMaps, place });
		talk.say(`Nothing is changed. In an empty account the deployment would:\n${planText(plan)}`);
		const all = [...problems, ...plan.problems];
		if (all.length > 0) talk.say(`\nIt cannot yet:\n${listed(all)}\nSee docs/deployment.md.`);
		return all.length > 0 ? 1 : 0;
	}
	const { api, account, state } = await lookAtAccount(services, wanted);
	const pool = await checkUserPool({ vars: settings.console.vars, environment: variables, fetch: services.fetch });
	const place = isPlaceOpen({ wanted, state }) ? (request.place ?? (await askForPlace(talk))) : request.place;
	const secrets = wanted.secrets.map((secret) => asPoolNeeds(secret, pool));
	const plan = planDeployment({ wanted: { ...wanted, secrets }, state, built, place, hasSourceMaps });
	const all = [...plan.problems, ...pool.problems];
	if (all.length > 0) throw notDeployed(all);
	talk.say(`${account.name} (${account.id}), ${wanted.environment}:\n${planText(plan)}`);
	if (plan.steps.length > 0 && !request.isConfirmed) await confirm(talk);

	const form = await readStoredForm();
	let installation: Installation = {
		...{ root, api, accountId: account.id, wanted, built, form, variables, database: state.database },
		zoneId: state.zone?.id ?? null,
		startedAt: services.now().toISOString(),
		run: (words) => services.run(words, account),
	};
	for (const step of plan.steps) {
		talk.say(`\n${stepText(step)}`);
		try {
			installation = await takeStep(step, installation);
		} catch (error) {
			talk.say(`\nThis step failed. What is done stays; run the same command again to go on.`);
			throw error;
		}
	}
	const byHand = [...plan.byHand, ...pool.byHand];
	return finish({ services, wanted, api, account, workersDev: state.workersDev, byHand });
}

async function rollBack(request: Request, services: Services): Promise<number> {
	const { settings, variables, talk } = services;
	const wanted = wantedOf(request.environment, settings, variables);
	const { api, account, state } = await lookAtAccount(services, wanted);
	if (state.missingRights.length > 0)
		throw notRolledBack(state.missingRights.map((right) => `The token lacks: ${right}`));
	const at = { api, path: `/accounts/${account.id}` };
	const versions = await readVersions(at, wanted);
	const leastReader = state.database ? await readLeastReader(at, state.database.id) : null;
	const { steps, problems } = planRollback(versions, leastReader);
	if (problems.length > 0) throw notRolledBack(problems);
	const lines = steps.map(({ name, versionId }) => `${name} to its version ${versionId}`);
	talk.say(`${account.name} (${account.id}), ${wanted.environment}, back:\n${listed(lines)}`);
	if (request.isDryRun) return 0;
	if (!request.isConfirmed) await confirm(talk);
	for (const step of steps) await deployVersion(at, step);
	return finish({ services, wanted, api, account, workersDev: state.workersDev, byHand: [] });
}

function notRolledBack(problems: string[]): Stopped {
	return new Stopped(`Not rolled back, and nothing was changed:\n${listed(problems)}\nSee docs/deployment.md.`);
}

function asPoolNeeds(secret: WantedSecret, { hasClientSecret }: PoolFindings): WantedSecret {
	const isNeeded = hasClientSecret && secret.name === "USER_POOL_CLIENT_SECRET";
	return isNeeded ? { ...secret, why: "the pool's client has a secret" } : secret;
}

/** A plan without an account is to be read, not taken. */
const unsaidPlace: Place = { kind: "location", name: "to be said by --place" };

function notDeployed(problems: string[]): Stopped {
	return new Stopped(`Not deployed, and nothing was changed:\n${listed(problems)}\nSee docs/deployment.md.`);
}

async function lookAtAccount(services: Services, wanted: Wanted) {
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
		// A token of one account alone may not list it.
		if (wanted.accountId !== null && error instanceof CloudflareError && error.isRefused) return [];
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
	const answer = accounts.length === 0 ? null : await talk.ask(`Accounts:\n${listed(choices)}\nWhich number? `);
	const chosen = accounts[Number(answer ?? 0) - 1];
	if (chosen) return chosen;
	throw notDeployed([
		`Which account is not said: CLOUDFLARE_ACCOUNT_ID of the environment, one of\n${listed(choices)}`,
	]);
}

async function askForPlace(talk: Talk): Promise<Place | null> {
	const answer = await talk.ask(
		`Where shall data lie? It can never be changed.\n  a jurisdiction, which data never leaves: ${jurisdictions.join(", ")}\n  or a location near your devices: ${locations.join(", ")}\nWhich? `,
	);
	return answer === null ? null : placeNamed(answer);
}

async function confirm(talk: Talk): Promise<void> {
	const answer = await talk.ask("Go on? (yes/no) ");
	if (answer === null) throw new Stopped("Nothing was changed: nobody is there to confirm, and --yes was not given.");
	if (!["yes", "y"].includes(answer.toLowerCase())) throw new Stopped("Nothing was changed.");
}

function planText({ steps }: Plan): string {
	return steps.length === 0 ? "  Nothing is to be done." : listed(steps.map(stepText));
}

type Ending = {
	services: Services;
	wanted: Wanted;
	api: CloudflareApi;
	account: { id: string };
	workersDev: string | null;
	byHand: string[];
};

async function finish({ services, wanted, api, account, workersDev, byHand }: Ending): Promise<number> {
	const { talk, fetch, pause } = services;
	const [versionId = null] = await listVersions({ api, path: `/accounts/${account.id}` }, wanted.console.name);
	const address =
		wanted.hostname === null
			? `https://${wanted.console.name}.${workersDev}.workers.dev`
			: `https://${wanted.hostname}`;
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
