import { type ChangeReasons, reasonKinds } from "../../../shared/account/change-reasons";
import { reportedTexts } from "../../../shared/base/plain-fields";
import { countDigits } from "../../../shared/formats/display-formats";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { ReportPart } from "../document/report-document";
import { batches, columnsOf, moment, table } from "../document/report-table";
import { namesText } from "../document/report-texts";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import { mostSetUpChanges, type SetUp, type SetUpSetting } from "../source/read-set-up";
import { deviceClockText, momentText } from "../source/report-clock";
import type { ReportDevice } from "../source/report-source";

export const setUp: ReportMaker = {
	pages: null,
	async *sections(work) {
		for (const device of work.devices) work.isDone(device);
		work.counts.devicesWithData = Math.max(1, work.devices.length);
		const { setUp: found } = work;
		if (found === undefined) return;
		const say = sayOf(work);
		yield section(say("setUp.settings"), [settingTable(work, found)]);
		yield section(say("table.devices"), [deviceTable(work, found)]);
		yield section(say("setUp.rules"), [ruleTable(work, found), note(say("setUp.rehearsals"))]);
		yield section(say("setUp.contacts"), [contactTable(work, found)]);
		yield section(say("setUp.users"), [userTable(work, found)]);
		yield section(say("setUp.changes"), [note(sinceText(work, found)), changeTable(work, found)]);
	},
};

const sayOf = ({ definition }: ReportWork) => wordsIn(definition.layout.language);

function note(line: string): ReportPart {
	return { kind: "text", title: "", lines: [line] };
}

function sinceText(work: ReportWork, { since, isCut }: SetUp): string {
	const say = sayOf(work);
	if (since === null) return say("setUp.since.none");
	const time = momentText(since, work.clockOf(null), work.definition.layout);
	return isCut ? say("setUp.since.cut", { time, most: countDigits(mostSetUpChanges) }) : say("setUp.since", { time });
}

function settingTable(work: ReportWork, { settings }: SetUp) {
	const say = sayOf(work);
	const { text } = columnsOf<SetUpSetting>();
	const valueText = ({ value }: SetUpSetting) => {
		if (value === null) return say("setUp.none");
		if ("days" in value) return say("setUp.days", { days: countDigits(value.days) });
		if ("reasons" in value) return reasonsText(value.reasons) || say("setUp.none");
		return "word" in value ? say(`setUp.word.${value.word}`) : value.text;
	};
	const reasonsText = (kinds: ChangeReasons["kinds"]) =>
		reasonKinds
			.flatMap((kind) => {
				const needed = kinds[kind];
				return needed ? [say(`setUp.needed.${needed}`, { kind: say(`setUp.reason.${kind}`) })] : [];
			})
			.join("; ");
	return table({
		name: say("setUp.settings"),
		columns: [
			text(say("column.setting"), ({ name }) => say(`setUp.setting.${name}`), { width: 5 }),
			text(say("column.value"), valueText, { width: 5 }),
		],
		rows: batches(settings),
		emptyText: "",
	});
}

function deviceTable(work: ReportWork, { keptDays }: SetUp) {
	const say = sayOf(work);
	const { layout } = work.definition;
	const { text, number, time } = columnsOf<ReportDevice>();
	const keptText = ({ id }: ReportDevice) => {
		const days = keptDays[id] ?? null;
		return days === null ? say("setUp.word.forever") : say("setUp.days", { days: countDigits(days) });
	};
	return table({
		name: say("table.devices"),
		columns: [
			text(say("column.device"), ({ name }) => name),
			text(say("column.serialNumber"), ({ serialNumber }) => serialNumber),
			...reportedTexts.map((name) => text(say(`column.${name}`), (device) => device[name])),
			text(say("column.groups"), ({ groupNames }) => namesText(groupNames, layout)),
			text(say("column.clock"), (device) => deviceClockText(device, layout)),
			text(say("column.kept"), keptText, { width: 2 }),
			number(say("column.channels"), ({ channels }) => channels.length, { digits: 0 }),
			time(say("column.since"), ({ createdAt }) => moment(createdAt, work.clockOf(null))),
			time(say("column.archived"), ({ archivedAt }) => moment(archivedAt, work.clockOf(null))),
		],
		rows: batches(work.devices),
		emptyText: say("none.devices"),
	});
}

type Rule = SetUp["rules"][number];

function ruleTable(work: ReportWork, { rules }: SetUp) {
	const say = sayOf(work);
	const { layout } = work.definition;
	const { text, number, time } = columnsOf<Rule>();
	const clock = work.clockOf(null);
	return table({
		name: say("setUp.rules"),
		columns: [
			text(say("column.rule"), ({ name }) => name),
			text(say("column.condition"), ({ sentence }) => sentence, { width: 5 }),
			text(say("column.severity"), ({ severity }) => say(`severity.${severity}`), { width: 1.5 }),
			text(say("column.state"), ({ isEnabled }) => say(isEnabled ? "setUp.word.on" : "setUp.word.off"), { width: 1 }),
			number(say("column.version"), ({ version }) => version, { digits: 0 }),
			text(say("column.recipients"), ({ recipients }) => namesText(recipients, layout)),
			time(say("column.changed"), ({ changedAt }) => moment(changedAt, clock)),
			time(say("column.drilled"), ({ drilledAt }) => moment(drilledAt, clock)),
			time(say("column.tested"), ({ testedAt }) => moment(testedAt, clock)),
		],
		rows: batches(rules),
		emptyText: say("setUp.rules.none"),
	});
}

function contactTable(work: ReportWork, { contacts }: SetUp) {
	const say = sayOf(work);
	const { text, time } = columnsOf<SetUp["contacts"][number]>();
	const clock = work.clockOf(null);
	return table({
		name: say("setUp.contacts"),
		columns: [
			text(say("column.contact"), ({ name }) => name),
			text(say("column.addresses"), ({ addresses }) => addresses.join("; "), { width: 6 }),
			time(say("column.paused"), ({ pausedUntil }) => moment(pausedUntil, clock)),
			time(say("column.tested"), ({ testedAt }) => moment(testedAt, clock)),
		],
		rows: batches(contacts),
		emptyText: say("setUp.contacts.none"),
	});
}

function userTable(work: ReportWork, { users }: SetUp) {
	const say = sayOf(work);
	const { layout } = work.definition;
	const { text, time } = columnsOf<SetUp["users"][number]>();
	const groupText = ({ groups }: SetUp["users"][number]) =>
		groups === null ? say("setUp.everyGroup") : namesText(groups, layout);
	return table({
		name: say("setUp.users"),
		columns: [
			text(say("column.user"), ({ name }) => name),
			text(say("column.email"), ({ email }) => email),
			text(say("column.role"), ({ role }) => say(`setUp.role.${role}`), { width: 2 }),
			text(say("column.groups"), groupText),
			text(say("column.state"), ({ status }) => say(`setUp.status.${status}`), { width: 2 }),
			text(say("column.secondStep"), ({ hasSecondStep }) => say(hasSecondStep ? "setUp.word.on" : "setUp.word.off"), {
				width: 1.5,
			}),
			time(say("column.lastSignIn"), ({ lastSignInAt }) => moment(lastSignInAt, work.clockOf(null))),
		],
		rows: batches(users),
		emptyText: "",
	});
}

function changeTable(work: ReportWork, { changes }: SetUp) {
	const say = sayOf(work);
	const { text, time } = columnsOf<SetUp["changes"][number]>();
	const aboutText = ({ about, unnamed }: SetUp["changes"][number]) =>
		unnamed === 0 ? about : say("review.andMore", { about, more: countDigits(unnamed) });
	return table({
		name: say("setUp.changes"),
		columns: [
			time(say("column.time"), ({ at }) => moment(at, work.clockOf(null))),
			text(say("column.by"), ({ actor }) => actor),
			text(say("review.action"), ({ action }) => action),
			text(say("review.about"), aboutText),
			text(say("review.changes"), (change) => change.changes, { width: 6 }),
			text(say("review.reason"), ({ reason }) => reason),
		],
		rows: batches(changes),
		emptyText: say("setUp.changes.none"),
	});
}
