import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { builtFolders, readBuiltConfig } from "./built.ts";
import type { CloudflareApi } from "./cloudflare-api.ts";
import type { Step } from "./plan.ts";
import type { StoredForm } from "./settings.ts";
import { uploadSourceMaps } from "./source-maps.ts";
import { uploadConfig } from "./upload-config.ts";
import { versionMessage } from "./version-message.ts";
import type { Place, Wanted, WantedSecret, WorkerKind } from "./wanted.ts";

export type Run = (words: string[]) => void | Promise<void>;

export type Installation = {
	root: string;
	api: CloudflareApi;
	accountId: string;
	zoneId: string | null;
	wanted: Wanted;
	digests: Record<WorkerKind, string>;
	form: StoredForm;
	startedAt: string;
	variables: Readonly<Record<string, string | undefined>>;
	run: Run;
	database: { id: string; jurisdiction: string | null } | null;
};

/** Takes one step; repeatable after a failure. Returns the installation afterwards. */
export async function takeStep(step: Step, installation: Installation): Promise<Installation> {
	const { api, accountId, root, run } = installation;
	const path = `/accounts/${accountId}`;
	switch (step.kind) {
		case "create-database": {
			const Database = z.object({ uuid: z.string(), jurisdiction: z.nullish(z.string()) });
			const { kind, name } = step.place;
			const where = kind === "jurisdiction" ? { jurisdiction: name } : { primary_location_hint: name };
			const call = { path: `${path}/d1/database`, method: "POST", body: { name: step.name, ...where } } as const;
			const { uuid } = await api.call(Database, call);
			return { ...installation, database: { id: uuid, jurisdiction: kind === "jurisdiction" ? name : null } };
		}
		case "create-bucket":
			await api.call(z.unknown(), { path: `${path}/r2/buckets`, method: "POST", ...bucketAt(step.name, step.place) });
			return installation;
		case "create-queue":
			await api.call(z.unknown(), { path: `${path}/queues`, method: "POST", body: { queue_name: step.name } });
			return installation;
		case "apply-migrations":
			await run([
				"wrangler",
				"d1",
				"migrations",
				"apply",
				step.database,
				"--remote",
				...writeConfig(installation, "backend"),
			]);
			return installation;
		case "upload-source-maps":
			await uploadSourceMaps(
				Object.values(builtFolders)
					.concat("dist/deploy/client")
					.map((folder) => join(root, folder)),
				String(readBuiltConfig(root, "console").vars.SENTRY_RELEASE ?? ""),
				run,
			);
			return installation;
		case "lead-hostname": {
			// Without override, Cloudflare rejects a hostname that already has another DNS target.
			const body = {
				hostname: step.hostname,
				service: step.worker,
				environment: "production",
				zone_id: installation.zoneId,
			};
			await api.call(z.unknown(), { path: `${path}/workers/domains`, method: "PUT", body });
			return installation;
		}
		case "upload-worker":
			await upload(step, installation);
			return installation;
	}
}

function bucketAt(name: string, place: Place) {
	if (place.kind === "jurisdiction") return { body: { name }, headers: { "cf-r2-jurisdiction": place.name } };
	return { body: { name, locationHint: place.name } };
}

/** Uploads with its secrets, so that no version runs without them. */
async function upload(step: Extract<Step, { kind: "upload-worker" }>, installation: Installation): Promise<void> {
	const { form, digests, variables, run } = installation;
	const message = versionMessage({ ...form, digest: digests[step.worker], run: installation.startedAt });
	const words = ["wrangler", "deploy", ...writeConfig(installation, step.worker), "--message", message];
	if (step.secrets.length === 0) return await run(words);
	const folder = mkdtempSync(join(tmpdir(), "aqlcloud-secrets-"));
	try {
		const file = join(folder, "secrets.json");
		const values = step.secrets.map(({ name, source }) => [name, secretValue(name, { source, variables })]);
		writeFileSync(file, JSON.stringify(Object.fromEntries(values)), { mode: 0o600 });
		await run([...words, "--secrets-file", file]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

type Source = { source: WantedSecret["source"]; variables: Installation["variables"] };

function secretValue(name: string, { source, variables }: Source): string {
	const given = variables[name];
	if (source === "given" && given) return given;
	if (source === "random") return randomBytes(32).toString("hex");
	throw new Error(`${name} has no value`);
}

function writeConfig({ root, wanted, accountId, database }: Installation, worker: WorkerKind): string[] {
	const file = join(root, builtFolders[worker], "wrangler.upload.json");
	const config = uploadConfig(readBuiltConfig(root, worker), { wanted, accountId, database });
	writeFileSync(file, JSON.stringify(config));
	return ["-c", file];
}
