import { Button, Menu, TextInput } from "@mantine/core";
import { IconBellOff, IconDatabase, IconDots } from "@tabler/icons-react";
import { createElement, type FunctionComponent, type ReactNode, useEffect, useState } from "react";
import { Dialog } from "../../client/ui/feedback/dialog";
import { DialogStep } from "../../client/ui/feedback/dialog-step";
import { useLazyMenu } from "../../client/ui/feedback/lazy-parts";
import { LateFocusTooltip, LazyTooltip } from "../../client/ui/feedback/lazy-tooltip";
import { LoadingIndicator, LoadingNote } from "../../client/ui/feedback/loading";
import { Callout, CenteredMessage, EmptyNote, LocalNote, ReadOnlyNote } from "../../client/ui/feedback/notes";
import { ProgressBar } from "../../client/ui/feedback/progress-bar";
import { type ChipTone, StatusChip, SwitchChip } from "../../client/ui/feedback/status-chip";
import { AuthenticatorSecret } from "../../client/ui/form/authenticator-secret";
import { ButtonRow, FormButtons, FormFailure } from "../../client/ui/form/buttons";
import { ConflictNotice } from "../../client/ui/form/conflict-notice";
import { FileDrop } from "../../client/ui/form/file-drop";
import { GuardedButton, GuardedLink, HistoryLink, NewLink } from "../../client/ui/form/guarded-button";
import { IconButton } from "../../client/ui/form/icon-button";
import { LeaveQuestion } from "../../client/ui/form/leave-question";
import { MomentCalendar } from "../../client/ui/form/moment-calendar";
import { MomentField, MomentText } from "../../client/ui/form/moment-field";
import { NewKey, NewKeyDialog } from "../../client/ui/form/new-key";
import { NewPasswordInput } from "../../client/ui/form/new-password-input";
import { OneTimeCodeInput } from "../../client/ui/form/one-time-code-input";
import { OwnPasswordInput } from "../../client/ui/form/own-password-input";
import { MultiSelect, Select } from "../../client/ui/form/select";
import { Snippet } from "../../client/ui/form/snippet";
import { ZoneSelect } from "../../client/ui/form/zone-select";
import { BrandMark, PlainHeader } from "../../client/ui/layout/brand";
import { ButtonMenu } from "../../client/ui/layout/button-menu";
import { Card } from "../../client/ui/layout/card";
import { BackLink, Detail, Facts } from "../../client/ui/layout/detail";
import { ButtonLink, TextLink } from "../../client/ui/layout/link";
import { PageHead } from "../../client/ui/layout/page-head";
import { NoRows, Rows } from "../../client/ui/layout/rows";
import { EntityList } from "../../client/ui/table/entity-list";
import { ExportPagesButton } from "../../client/ui/table/export-pages";
import { FilterBar } from "../../client/ui/table/filter-bar";
import { choiceField, periodField } from "../../client/ui/table/filter-field";
import { FilterForm } from "../../client/ui/table/filter-form";
import { DeviceTime, NameLink } from "../../client/ui/table/list-columns";
import { ListPending } from "../../client/ui/table/list-pending";
import type { ListColumn } from "../../client/ui/table/list-rows";
import { LongTable } from "../../client/ui/table/long-table";
import { NoMatchNote } from "../../client/ui/table/no-match-note";
import { PageActions } from "../../client/ui/table/page-actions";
import { ActionItem } from "../../client/ui/table/row-menu";
import { SearchBox } from "../../client/ui/table/search-box";
import { Age, Clocks, TimeStamp } from "../../client/ui/time/time-stamp";
import { TimesDialog } from "../../client/ui/time/times-dialog";
import { PasswordPolicy } from "../../shared/session/password-setting";

const none = () => {};
const at = Date.UTC(2026, 10, 23, 2, 10);
const clock = { timezoneOffset: 60, timeZoneRule: 0 } as const;
const long = "Walk-in freezer behind the loading dock of the northern distribution centre, second shelf";
const denial = "Only owners and admins can change devices.";
const options = ["Temperature", "Humidity", long];
const policy = PasswordPolicy.parse({ requireUppercase: true, requireNumbers: true });

type Thing = { id: string; name: string; size: number };
const things: Thing[] = [
	{ id: "a", name: "Cold room 1", size: 4.2 },
	{ id: "b", name: long, size: -18 },
];
const rowKey = ({ id }: Thing) => id;
const toDevice = { to: "/devices/$deviceId", params: { deviceId: "a" }, under: "AQ-10421" } as const;
const guarded = { to: "/devices", denial: null } as const;
const action = (id: string, label: string) => ({ id, label, onRun: none });
const rowActions = () => [action("mute", "Mute"), { ...action("delete", "Delete"), isDangerous: true, denial }];
const columns: [ListColumn<Thing>, ...ListColumn<Thing>[]] = [
	{ id: "name", header: "Device", value: ({ name }: Thing) => name },
	{ id: "size", header: "Value", isNumber: true, value: ({ size }: Thing) => size },
	{ id: "code", header: "Code", isOptional: true, value: ({ id }: Thing) => id },
];
const fields = [{ label: "Name", mine: "Cold room 1", theirs: "Cold store 1" }];

const groups = { to: "/groups/", title: "All groups" };
const detail = { title: "Cold rooms", subtitle: "13 devices", list: groups, notice: denial };
const facts = [{ label: "Model", value: long, note: "Since May" }];
const steps = { hasSeconds: false, minutesStep: 1, isWholeDay: false };
const calendar = { value: "2026-11-23 02:10:00", zone: "UTC", ...steps } as const;
const rowsOfTable = { columns, rows: things, rowKey };
const pages = { read: async () => ({ rows: things, nextCursor: null }), sentenceFor: String };

type Samples = Record<string, ReactNode>;

/** The pointer and the focus are shown by attributes: see `showStates`. */
const pointed = (sample: ReactNode): Samples => ({
	default: sample,
	hover: <div data-hover>{sample}</div>,
	focus: <div data-focus>{sample}</div>,
});

type Around<Props> = (
	part: (props: Props) => ReactNode,
	props: Omit<Props, "children">,
	children: ReactNode,
) => ReactNode;

const around = <Props,>(...[part, props, children]: Parameters<Around<Props>>) =>
	// The component's own properties but for its children, which are added.
	createElement(part as FunctionComponent<object>, { ...props, children });

const toggles = { onChange: none, label: "From", description: "UTC", zone: "UTC" } as const;
const button = (props: object, text = "Save") => around(GuardedButton, { denial: null, ...props }, text);
const select = (props: object) => <Select label="Quantity" data={options} value="Humidity" {...props} />;
const moment = (props: object) => <MomentField {...toggles} value="" {...props} />;
const drop = (props: object) => <FileDrop label="File" words="CSV or XLSX" mostBytes={1e6} onFile={none} {...props} />;
const code = (props: object) => <OneTimeCodeInput label="Code" value="123456" onChange={none} {...props} />;
const chip = (tone: ChipTone, text: string = tone) => <StatusChip tone={tone}>{text}</StatusChip>;
const link = (denied: string | null) => around(NewLink, { to: "/alerts/new", denial: denied }, "New rule");

const controls: Record<string, Samples> = {
	Buttons: {
		...pointed(button({})),
		primary: button({ look: "primary", icon: <IconBellOff size={16} /> }, "Acknowledge"),
		disabled: button({ denial }),
		busy: button({ isLoading: true }),
		"long text": button({}, long),
		icon: <IconButton label="More" icon={<IconDots size={17} />} />,
		"disabled icon": <IconButton label="More" icon={<IconDots size={17} />} disabled />,
		form: <FormButtons label="Save" onCancel={none} />,
		dangerous: <FormButtons label="Delete" isDangerous onCancel={none} />,
		"busy form": <FormButtons label="Save" isBusy onCancel={none} />,
		failed: <FormFailure failure="Can't reach AQLCloud. Try again in a moment." />,
		row: <ButtonRow>{button({})}</ButtonRow>,
	},
	Links: {
		...pointed(<TextLink to="/devices">All devices</TextLink>),
		new: link(null),
		disabled: link(denial),
		guarded: <GuardedLink {...guarded}>Devices</GuardedLink>,
		history: <HistoryLink entityId="a" denial={null} />,
		button: <ButtonLink to="/devices">All devices</ButtonLink>,
		back: <BackLink to="/devices">All devices</BackLink>,
		name: <NameLink {...toDevice}>{long}</NameLink>,
	},
	Choices: {
		...pointed(select({})),
		empty: select({ value: null, placeholder: "Choose", clearable: true }),
		disabled: select({ disabled: true }),
		error: select({ value: null, error: "Choose a quantity." }),
		"long text": select({ value: long }),
		several: <MultiSelect label="Quantities" data={options} value={["Temperature", long]} />,
		zone: <ZoneSelect label="Time zone" value="Europe/Lisbon" onChange={none} />,
	},
	Times: {
		...pointed(moment({ value: "2026-11-23 02:10" })),
		empty: moment({}),
		error: moment({ value: "soon", error: "Choose a time." }),
		text: <MomentText label="From" value="23 Nov" year={2026} onChange={none} />,
		calendar: <MomentCalendar {...calendar} onChange={none} onDone={none} />,
		stamp: <TimeStamp at={at} clock={clock} isFocusable />,
		age: <Age at={at} />,
		clocks: <Clocks at={at} clock={clock} />,
		device: <DeviceTime at={at} clock={clock} />,
	},
	Passwords: {
		...pointed(code({})),
		error: code({ value: "12", error: "Enter six digits." }),
		empty: <NewPasswordInput label="New password" policy={policy} value="" onChange={none} />,
		typed: <NewPasswordInput label="New password" policy={policy} value="Northwind" onChange={none} />,
		own: <OwnPasswordInput email="ana@example.com" value="" error={undefined} onChange={none} />,
		secret: <AuthenticatorSecret secret="JBSWY3DPEHPK3PXP" uri="otpauth://totp/AQLCloud" />,
		key: around(NewKey, { lead: "Copy the key now.", onDone: none }, <Snippet title="Request" text="curl -d 4.2" />),
	},
	"Files and forms": {
		...pointed(drop({})),
		busy: drop({ isReading: true }),
		error: drop({ complaint: "The file is empty." }),
		conflict: <ConflictNotice who="Ana has" fields={fields} onKeepMine={none} onTakeTheirs={none} />,
		leave: <LeaveQuestion isDirty={false} name="device" question="Leave without saving?" />,
	},
	"Chips and notes": {
		...Object.fromEntries((["ok", "warn", "bad", "off", "past"] as const).map((tone) => [tone, chip(tone)])),
		on: <SwitchChip isOn />,
		"long chip": chip("warn", long),
		callout: <Callout tone="brand">Saved for all devices.</Callout>,
		warning: <Callout tone="warn">{long}</Callout>,
		error: <Callout tone="bad">Not saved.</Callout>,
		"read only": <ReadOnlyNote text={denial} />,
		empty: <EmptyNote icon={<IconDatabase size={26} />} title="No devices" text="Add the first one." />,
		message: <CenteredMessage title="Page not found" text="Check the address." />,
		local: around(LocalNote, { className: undefined, onFill: none }, "Sign in with the demo account."),
		"no match": <NoMatchNote noun="device" totalCount={40} onClear={none} />,
		lazy: around(LazyTooltip, { label: "Silent since 02:10" }, <span>Offline</span>),
		late: around(LateFocusTooltip, { label: "Silent since 02:10" }, <button type="button">Offline</button>),
	},
	Loading: {
		loading: <LoadingIndicator>Loading devices</LoadingIndicator>,
		note: <LoadingNote isLoading />,
		bar: <ProgressBar isLoading />,
		list: <ListPending title="Devices" rows={2} />,
	},
	Layout: {
		card: around(Card, { title: "Device", note: "2 channels" }, <Facts facts={facts} />),
		rows: <Rows rows={[{ key: "a", name: "Cold room 1", under: "AQ-10421", end: "4.2 °C" }]} />,
		empty: <NoRows>No device is in this group.</NoRows>,
		head: around(PageHead, { title: long }, <PageActions name="Cold room 1" actions={rowActions()} />),
		detail: around(Detail, detail, <NoRows>No device is in this group.</NoRows>),
		mark: <BrandMark />,
		header: <PlainHeader name="Northwind Cold Chain" />,
	},
	Tables: {
		long: <LongTable caption="Readings" {...rowsOfTable} bandOf={({ id }) => <b key={id}>{id}</b>} />,
		export: <ExportPagesButton fileName="events.csv" noun="event" pages={pages} text={() => ""} />,
	},
};

type OpenProps = { isOpen: boolean; onClose: () => void };

const opened: Record<string, (props: OpenProps) => ReactNode> = {
	Dialog: (props) => (
		<Dialog title="Mute Cold room 1" {...props}>
			<DialogStep buttons={<Button onClick={props.onClose}>Done</Button>}>{long}</DialogStep>
		</Dialog>
	),
	NewKeyDialog: (props) => (
		<NewKeyDialog
			titles={{ form: "Create key", key: "New key" }}
			form={(onMade) => <Button onClick={() => onMade("key")}>Create</Button>}
			newKey={(made, onDone) => <Button onClick={onDone}>{String(made)}</Button>}
			{...props}
		/>
	),
	TimesDialog: (props) => <TimesDialog name="Cold room 1" times={[{ label: "Last seen", at, clock }]} {...props} />,
};

function Opener({ name }: { name: string }) {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<>
			<Button onClick={() => setIsOpen(true)}>Open {name}</Button>
			{opened[name]?.({ isOpen, onClose: () => setIsOpen(false) })}
		</>
	);
}

function MenuSample() {
	const { menu, buttonProps } = useLazyMenu();
	return (
		<>
			<IconButton label="Open menu" icon={<IconDots size={17} />} {...buttonProps} />
			<ButtonMenu menu={menu}>
				<Menu.Label>Device</Menu.Label>
				{rowActions().map(({ id, ...item }) => (
					<ActionItem key={id} {...item} />
				))}
			</ButtonMenu>
		</>
	);
}

const statuses = [
	{ value: "late", label: "Late" },
	{ value: "offline", label: "Offline", count: 3 },
];
const siteForm = (onDone: () => void) => (
	<FilterForm onSubmit={onDone}>
		<TextInput label="Site" />
	</FilterForm>
);
const filterFields = [
	choiceField({ name: "status", label: "Status", chosen: ["late"], options: () => statuses, onChoose: none }),
	periodField({ name: "period", offered: ["day", "week"], chosen: [], onChoose: none }),
	{ name: "site", label: "Site", chip: null, onClear: none, form: siteForm },
];

const filters = (
	<FilterBar
		things="devices"
		fields={filterFields}
		search={<SearchBox label="Search devices" placeholder="Name" text="" onText={none} />}
		isFiltered
		onClear={none}
		count="2 of 40"
	/>
);

const list = (
	<EntityList
		title="Devices"
		noun="device"
		rows={things}
		rowKey={rowKey}
		columns={columns}
		facets={[{ name: "kind", label: "Kind", options: [{ value: "a", label: "A" }], of: ({ id }) => id }]}
		searched={({ name }) => [name]}
		searchHint="Name"
		rowActions={rowActions}
		bulkActions={[{ id: "mute", label: () => "Mute", onRun: none }]}
		api={{ list: "devices", hasIds: true }}
		empty={{ icon: null, title: "No devices", text: "" }}
	/>
);

/** Copies each rule of a pointer or a focus to an attribute, as no script can hold the real state. */
function showStates(): void {
	for (const { cssRules } of document.styleSheets) {
		const selectors = [...cssRules].filter((rule) => /:hover|:focus-visible/.test(rule.cssText));
		const copies = selectors.map(({ cssText }) =>
			cssText
				.replaceAll(":hover", ":is([data-hover] *)")
				.replaceAll(":focus-visible", ":is([data-focus] :is(a, button, input))"),
		);
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(copies.join("\n"));
		document.adoptedStyleSheets.push(sheet);
	}
}

export function Workshop() {
	useEffect(showStates, []);
	return (
		<main style={{ padding: 24, display: "grid", gap: 32 }}>
			<h1>Workshop</h1>
			{list}
			<section style={{ display: "flex", gap: 12, flexWrap: "wrap" }}>
				{Object.keys(opened).map((name) => (
					<Opener key={name} name={name} />
				))}
				<MenuSample />
				{filters}
			</section>
			{Object.entries(controls).map(([name, samples]) => (
				<section key={name} aria-label={name} style={{ display: "grid", gap: 12 }}>
					<h2>{name}</h2>
					<div style={{ display: "flex", gap: 24, flexWrap: "wrap", alignItems: "start" }}>
						{Object.entries(samples).map(([state, sample]) => (
							<figure key={state} style={{ display: "grid", gap: 6, margin: 0, minWidth: 160, maxWidth: 680 }}>
								<figcaption style={{ color: "var(--ink-soft)" }}>{state}</figcaption>
								{sample}
							</figure>
						))}
					</div>
				</section>
			))}
		</main>
	);
}
