import type { WallTile, WallView, WallWords } from "../../shared/account/wall";
import { countDigits, type NumberStyle } from "../../shared/formats/display-formats";
import type { WallTranslate } from "../../shared/words/made/wall";

/** `{name}` stays in a text: the screen puts its own values there. */
const own = (name: string) => `{${name}}`;

export function wallWords(say: WallTranslate): WallWords {
	const [minutes, hours] = [own("minutes"), own("hours")];
	return {
		screen: say("screen"),
		devices: say("devices"),
		alert: say("alert"),
		silent: say("silent"),
		acknowledged: say("acknowledged"),
		muted: say("muted"),
		named: say("named", { state: own("state"), names: own("names") }),
		now: say("ago.now"),
		minutesAgo: say("ago.minutes", { minutes }),
		hoursAgo: say("ago.hours", { hours }),
		hoursMinutesAgo: say("ago.hoursMinutes", { hours, minutes }),
		// A wall counts days from two on.
		daysAgo: say("ago.days", { days: own("days") }),
		neverRead: say("neverRead"),
		computed: say("computed", { name: own("name") }),
		computedReading: say("computedReading", { name: own("name") }),
		saturatedReading: say("saturatedReading", { name: own("name") }),
		offline: say("offline", { time: own("time") }),
		offlineYet: say("offlineYet"),
		linkExpired: say("linkExpired"),
		linkInvalid: say("linkInvalid"),
	};
}

/** `tiles`: of all devices. `more`: how many of them have no room. */
type Tiles = { tiles: readonly WallTile[]; more: number };

export function tileCounts(
	say: WallTranslate,
	{ tiles, more }: Tiles,
	style: NumberStyle,
): Pick<WallView, "summary" | "moreText"> {
	return {
		summary: summaryText(say, tiles, style),
		moreText: more === 0 ? "" : say("more", { count: more }),
	};
}

function summaryText(say: WallTranslate, tiles: readonly WallTile[], style: NumberStyle): string {
	const count = tiles.length;
	if (count === 0) return say("summary.none");
	const [inAlert, unconnected] = [
		tiles.filter(({ state }) => state === "alert").length,
		tiles.filter(({ isSilent }) => isSilent).length,
	];
	const [alerts, silent] = [countDigits(inAlert, style), countDigits(unconnected, style)];
	if (inAlert > 0 && unconnected > 0) return say("summary.both", { count, alerts, silent });
	if (inAlert > 0) return say("summary.alerts", { count, alerts });
	return unconnected > 0 ? say("summary.silent", { count, silent }) : say("summary", { count });
}
