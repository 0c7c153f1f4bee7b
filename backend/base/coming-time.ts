import { limits } from "../../shared/limits";
import { InputError } from "./errors";

/** Of a mute or pause, epoch ms; null: it ends. Throws InputError at `until`. */
export function assertToCome(until: number | null, now: number): void {
	if (until === null) return;
	if (until <= now) throw new InputError({ until: "Choose a time to come." });
	if (until > now + limits.longestMuteMs) throw new InputError({ until: "At most a year from now." });
}
