import * as z from "zod/mini";
import { listVersions, readMessage } from "./account-state.ts";
import type { CloudflareApi } from "./cloudflare-api.ts";
import { parseVersionMessage, type VersionFacts } from "./version-message.ts";
import type { Wanted, WorkerKind } from "./wanted.ts";

/** `facts` null: uploaded manually, by a new secret, or by a release without facts. */
export type Version = { versionId: string; facts: VersionFacts | null };
export type Versions = { worker: WorkerKind; name: string; deployed: Version[] };

export type RollbackStep = { worker: WorkerKind; name: string; versionId: string };
export type Rollback = { steps: RollbackStep[]; problems: string[] };

/** The console first: the newer backend serves an older console, but not the reverse. */
const order: WorkerKind[] = ["console", "backend"];

/** Repeatable. `leastReader`: the oldest form whose code may read the stored data. */
export function planRollback(versions: Versions[], leastReader: number | null): Rollback {
	const running = versions.flatMap(({ deployed }) => deployed[0]?.facts?.run ?? []);
	const latest = running.sort().at(-1);
	const found = order.flatMap((worker) => versions.filter((versions) => versions.worker === worker));
	const planned = found.map((versions) => planWorker(versions, { latest, leastReader: leastReader ?? 0 }));
	const problems = planned.flatMap(({ problem }) => problem ?? []);
	if (problems.length > 0) return { steps: [], problems };
	const steps = planned.flatMap(({ step }) => step ?? []);
	return { steps, problems: steps.length === 0 ? ["Nothing was deployed that could be taken back"] : [] };
}

type Limits = { latest: string | undefined; leastReader: number };
type PlannedWorker = { step?: RollbackStep; problem?: string };

function planWorker({ worker, name, deployed }: Versions, { latest, leastReader }: Limits): PlannedWorker {
	const [running, ...earlier] = deployed;
	if (running === undefined) return {};
	if (running.facts === null) {
		return {
			problem: `${name}: what runs was not uploaded by npm run deploy, as a secret put by hand makes a version too`,
		};
	}
	const { run } = running.facts;
	if (run !== latest) return {};
	const before = earlier.find(({ facts }) => facts === null || facts.run < run);
	if (before === undefined) return { problem: `${name}: no version was deployed before` };
	if (before.facts === null) {
		return {
			problem: `${name}: the version before does not say which form it reads, so it may misread what is stored`,
		};
	}
	const needed = Math.max(leastReader, running.facts.leastReader);
	if (worker === "backend" && before.facts.version < needed) {
		return {
			problem: `${name}: what is stored needs code of form ${needed} or later, and the version before is of form ${before.facts.version} (CHANGELOG.md)`,
		};
	}
	return { step: { worker, name, versionId: before.versionId } };
}

type At = { api: CloudflareApi; path: string };

/** Enough to find the previous deployment behind versions of new secrets. */
const mostRead = 20;

export async function readVersions(at: At, wanted: Wanted): Promise<Versions[]> {
	const read = async (worker: WorkerKind, name: string): Promise<Versions> => {
		const deployed: Version[] = [];
		for (const versionId of [...new Set(await listVersions(at, name))].slice(0, mostRead)) {
			const facts = parseVersionMessage(await readMessage(at, { name, versionId }));
			deployed.push({ versionId, facts });
			const [running] = deployed;
			if (running?.facts && facts && facts.run < running.facts.run) break;
		}
		return { worker, name, deployed };
	};
	return [
		...(wanted.backend ? [await read("backend", wanted.backend.name)] : []),
		await read("console", wanted.console.name),
	];
}

/** Without `force`: Cloudflare rejects it if secrets or Durable Object classes have changed since. */
export async function deployVersion({ api, path }: At, { name, versionId }: RollbackStep): Promise<void> {
	await api.call(z.unknown(), {
		path: `${path}/workers/scripts/${name}/deployments`,
		method: "POST",
		body: { strategy: "percentage", versions: [{ version_id: versionId, percentage: 100 }] },
	});
}
