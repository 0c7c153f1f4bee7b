import { listMigrations, readDigests } from "./built.ts";
import { CloudflareError } from "./cloudflare-api.ts";
import { confirm, finish, lookAtAccount, notDeployed, type Request, type Services, Stopped } from "./command.ts";
import { isPlaceOpen, type Plan, planDeployment, stepText } from "./plan.ts";
import { rollBack } from "./run-rollback.ts";
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
		if (error instanceof CloudflareError && error.isRejected) {
			talk.say(
				`Cloudflare refuses this token: ${error.message}\nGive it the right, then run the same command again. See docs/deployment.md.`,
			);
			return 1;
		}
		throw error;
	}
}

/** Checks the account before the build, which takes a minute. */
async function deployForward(request: Request, services: Services): Promise<number> {
	const { settings, variables, talk } = services;
	const problems = await findProblems(settings, variables);
	const wanted = wantedOf(request.environment, settings, variables);
	if (request.isDryRun) return await planAlone({ request, services, wanted, problems });
	if (problems.length > 0) throw notDeployed(problems);
	const { api, account, state } = await lookAtAccount(services, wanted);
	const pool = await checkUserPool({ vars: settings.console.vars, environment: variables, fetch: services.fetch });
	const place = isPlaceOpen({ wanted, state }) ? (request.place ?? (await askForPlace(talk))) : request.place;
	const secrets = wanted.secrets.map((secret) => asPoolNeeds(secret, pool));
	const planned = { ...(await releaseOf(services)), wanted: { ...wanted, secrets }, state, place };
	const open = planDeployment(planned);
	const all = [...open.problems, ...pool.problems];
	if (all.length > 0) throw notDeployed(all);
	talk.say(`${account.name} (${account.id}), ${wanted.environment}:\n  build this release\n${planText(open)}`);
	if (!request.isConfirmed) await confirm(talk);

	const digests = await build(services, wanted);
	const { steps, byHand } = planDeployment({ ...planned, release: { ...planned.release, digests } });
	if (steps.length === 0) talk.say("\nNothing is to be done.");
	let installation: Installation = {
		root: services.root,
		api,
		accountId: account.id,
		wanted,
		digests,
		form: planned.form,
		variables,
		database: state.database,
		zoneId: state.zone?.id ?? null,
		startedAt: services.now().toISOString(),
		run: (words) => services.run(words, account),
	};
	for (const step of steps) {
		talk.say(`\n${stepText(step)}`);
		try {
			installation = await takeStep(step, installation);
		} catch (error) {
			talk.say(`\nThis step failed. What is done stays; run the same command again to go on.`);
			throw error;
		}
	}
	const left = [...byHand, ...pool.byHand];
	return finish({ services, wanted, api, account, workersDev: state.workersDev, byHand: left });
}

async function releaseOf({ root, variables }: Services) {
	const hasSourceMaps = Boolean(variables.SENTRY_AUTH_TOKEN);
	return { release: { digests: null, migrations: listMigrations(root) }, form: await readStoredForm(), hasSourceMaps };
}

async function build({ root, run }: Services, wanted: Wanted) {
	await run(["npm", "run", "build"]);
	return readDigests(root, wanted);
}

type Requested = { request: Request; services: Services; wanted: Wanted; problems: string[] };

async function planAlone({ request, services, wanted, problems }: Requested): Promise<number> {
	const { root, talk } = services;
	const digests = await build(services, wanted);
	talk.say(`${sizeText(root)}\n${startText(root, wanted)}\n`);
	const { release, ...rest } = await releaseOf(services);
	const place = request.place ?? unsaidPlace;
	const plan = planDeployment({ ...rest, wanted, state: null, release: { ...release, digests }, place });
	talk.say(`Nothing is changed. In an empty account the deployment would:\n${planText(plan)}`);
	const all = [...problems, ...plan.problems];
	if (all.length > 0) talk.say(`\nIt cannot yet:\n${listed(all)}\nSee docs/deployment.md.`);
	return all.length > 0 ? 1 : 0;
}

function asPoolNeeds(secret: WantedSecret, { hasClientSecret }: PoolFindings): WantedSecret {
	const isNeeded = hasClientSecret && secret.name === "USER_POOL_CLIENT_SECRET";
	return isNeeded ? { ...secret, why: "the pool's client has a secret" } : secret;
}

const unsaidPlace: Place = { kind: "location", name: "to be said by --place" };

async function askForPlace(talk: Talk): Promise<Place | null> {
	const result = await talk.ask(
		`Where shall data lie? It can never be changed.\n  a jurisdiction, which data never leaves: ${jurisdictions.join(", ")}\n  or a location near your devices: ${locations.join(", ")}\nWhich? `,
	);
	return result === null ? null : placeNamed(result);
}

function planText({ steps }: Plan): string {
	return steps.length === 0 ? "  Nothing is to be done." : listed(steps.map(stepText));
}
