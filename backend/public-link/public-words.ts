import type { PublicWords } from "../../shared/account/public-link";
import type { WallTranslate } from "../../shared/words/made/wall";

/** `{name}` stays in a text: the page puts its own values there. */
const own = (name: string) => `{${name}}`;

export function publicWords(say: WallTranslate): PublicWords {
	const [minutes, hours] = [own("minutes"), own("hours")];
	return {
		now: say("ago.now"),
		minutesAgo: say("ago.minutes", { minutes }),
		hoursAgo: say("ago.hours", { hours }),
		hoursMinutesAgo: say("ago.hoursMinutes", { hours, minutes }),
		daysAgo: say("ago.days", { days: own("days") }),
		neverRead: say("neverRead"),
		computedReading: say("computedReading", { name: own("name") }),
		saturatedReading: say("saturatedReading", { name: own("name") }),
		offline: say("offline", { time: own("time") }),
		offlineYet: say("offlineYet"),
		gone: say("link.gone"),
		busy: say("link.busy"),
		latest: say("link.latest"),
		chart: say("link.chart"),
		noReadings: say("link.noReadings"),
		means: say("link.means", { minutes }),
		table: say("link.table"),
		time: say("link.time"),
		savePicture: say("link.savePicture"),
		saveData: say("link.saveData"),
		open: say("link.open"),
		closed: say("link.closed"),
		plan: say("link.plan"),
		planKeys: say("link.planKeys"),
		larger: say("link.larger"),
		smaller: say("link.smaller"),
		whole: say("link.whole"),
		shapes: say("link.shapes"),
		alert: say("alert"),
		out: say("out"),
		silent: say("silent"),
		acknowledged: say("acknowledged"),
		muted: say("muted"),
		normal: say("normal"),
	};
}
