import { formatAge } from "./relative-time";
import { useTickingNow } from "./ticking-now";

/** `12 s ago`, counting on. */
export function Age({ at }: { at: number }) {
	const now = useTickingNow(1_000);
	return formatAge(at, Math.max(now, at));
}
