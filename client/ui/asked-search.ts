import { useLocation, useMatch } from "@tanstack/react-router";
import { useMemo } from "react";
import type * as z from "zod/mini";

/**
 * What the address asks for by now, `shown` once it is there. Controls show it while the session is being checked, so
 * that the next click builds on the one before. On the way to another screen it stays what is shown.
 */
export function useAskedSearch<Search>(schema: z.ZodMiniType<Search>, shown: Search): Search {
	const { pathname, search } = useLocation();
	const here = useMatch({ strict: false, select: (match) => match.pathname });
	const asked = useMemo(() => schema.safeParse(search), [schema, search]);
	return asked.success && withoutSlash(pathname) === withoutSlash(here) ? asked.data : shown;
}

function withoutSlash(path: string): string {
	return path.replace(/\/$/, "");
}
