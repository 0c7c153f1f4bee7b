import { CloudflareError } from "./cloudflare-api.ts";
import { confirm, finish, lookAtAccount, type Request, type Services, Stopped } from "./command.ts";
import { deployVersion, planRollback, type RollbackStep, readVersions } from "./rollback.ts";
import { listed } from "./talk.ts";
import { wantedOf } from "./wanted.ts";

export async function rollBack(request: Request, services: Services): Promise<number> {
	const { settings, variables, talk } = services;
	if (settings.problems.length > 0) throw notRolledBack(settings.problems);
	const wanted = wantedOf(request.environment, settings, variables);
	const { api, account, state } = await lookAtAccount(services, wanted);
	if (state.missingRights.length > 0)
		throw notRolledBack(state.missingRights.map((right) => `The token lacks: ${right}`));
	const at = { api, path: `/accounts/${account.id}` };
	const versions = await readVersions(at, wanted);
	const { steps, problems } = planRollback(versions, state.database?.leastReader ?? null);
	if (problems.length > 0) throw notRolledBack(problems);
	const lines = steps.map(({ name, versionId }) => `${name} to its version ${versionId}`);
	talk.say(`${account.name} (${account.id}), ${wanted.environment}, back:\n${listed(lines)}`);
	if (request.isDryRun) return 0;
	if (!request.isConfirmed) await confirm(talk);
	const done: RollbackStep[] = [];
	for (const step of steps) {
		try {
			await deployVersion(at, step);
			done.push(step);
		} catch (error) {
			if (error instanceof CloudflareError && error.isFinal) throw heldBack(step, done, error);
			throw error;
		}
	}
	return finish({ services, wanted, api, account, workersDev: state.workersDev, byHand: [] });
}

/** A retry changes nothing: Cloudflare blocks a rollback over new secrets or Durable Object classes. */
function heldBack(step: RollbackStep, done: RollbackStep[], error: CloudflareError): Stopped {
	const isThere =
		done.length === 0
			? "Nothing was changed."
			: `${done.map(({ name }) => name).join(", ")} is back, and works with the newer ${step.name}, which stays.`;
	return new Stopped(
		`Cloudflare does not let ${step.name} go back: ${error.message}\n${isThere} To go forward, deploy a repaired release. See docs/deployment.md.`,
	);
}

function notRolledBack(problems: string[]): Stopped {
	return new Stopped(`Not rolled back, and nothing was changed:\n${listed(problems)}\nSee docs/deployment.md.`);
}
