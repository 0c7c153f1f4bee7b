import { execFileSync } from "node:child_process";
import type { Plugin } from "vite";
import { type ErrorServiceVariables, localErrorService, parseErrorService } from "../../shared/errors/error-service.ts";

function currentCommit(root: string): string | null {
	try {
		return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
	} catch {
		return null; // a source archive has no history
	}
}

type Build = { root: string; isLocalRun: boolean; vars: ErrorServiceVariables };

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

/** A tag in the HTML costs no request; a page without it loads no error reporting. */
export function pageTag(variables: ErrorServiceVariables) {
	const parsed = parseErrorService(variables);
	if (!parsed?.isOn) return null;
	const { environment, release } = parsed.service;
	return { tag: "meta", attrs: { name: "error-reporting", content: JSON.stringify({ environment, release }) } };
}

export function configurePage(variables: ErrorServiceVariables): Plugin {
	const tag = pageTag(variables);
	return { name: "aqlcloud-error-reporting", transformIndexHtml: () => (tag ? [tag] : []) };
}
