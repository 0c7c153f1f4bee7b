import { execFileSync } from "node:child_process";
import type { Plugin } from "vite";
import { type ErrorServiceVariables, localErrorService, parseErrorService } from "../../shared/error-service.ts";

/** The commit that is built; null outside a clone. */
function currentCommit(root: string): string | null {
	try {
		return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
	} catch {
		return null; // an archive of the sources has no history
	}
}

type Build = { root: string; isLocalRun: boolean; vars: ErrorServiceVariables };

/**
 * What both Workers of a build get of the error service: of a deployment what wrangler.toml says, with the release;
 * of a local run the recorder. Nothing where it is off.
 */
export function errorVariables({ root, isLocalRun, vars }: Build): ErrorServiceVariables {
	const given = isLocalRun ? localErrorService.variables : vars;
	if (!given.SENTRY_DSN) return {};
	const release = process.env.SENTRY_RELEASE || currentCommit(root);
	const { SENTRY_DSN, SENTRY_ENVIRONMENT } = given;
	return {
		SENTRY_DSN,
		...(SENTRY_ENVIRONMENT && { SENTRY_ENVIRONMENT }),
		...(release && { SENTRY_RELEASE: release }),
	};
}

/** What a page learns from a tag of its HTML: it costs no request, and a page without it loads nothing. */
export function pageTag(variables: ErrorServiceVariables) {
	const parsed = parseErrorService(variables);
	if (!parsed?.isOn) return null;
	const { environment, release } = parsed.service;
	return { tag: "meta", attrs: { name: "error-reporting", content: JSON.stringify({ environment, release }) } };
}

/** Vite plugin: writes the tag. */
export function tellPage(variables: ErrorServiceVariables): Plugin {
	const tag = pageTag(variables);
	return { name: "aqlcloud-error-reporting", transformIndexHtml: () => (tag ? [tag] : []) };
}
