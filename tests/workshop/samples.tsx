import { Button, Menu, TextInput } from "@mantine/core";
import { IconBellOff, IconDatabase, IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { NewKey, NewKeyDialog } from "../../client/forms/new-key";
import { Dialog } from "../../client/ui/feedback/dialog";
import { useLazyMenu } from "../../client/ui/feedback/lazy-parts";
import { LateFocusTooltip, LazyTooltip } from "../../client/ui/feedback/lazy-tooltip";
import { LoadingIndicator, LoadingNote } from "../../client/ui/feedback/loading";
import { Callout, CenteredMessage, EmptyNote, LocalNote } from "../../client/ui/feedback/notes";
import { ProgressBar } from "../../client/ui/feedback/progress-bar";
import { type ChipTone, StatusChip, SwitchChip } from "../../client/ui/feedback/status-chip";
import { AuthenticatorSecret } from "../../client/ui/form/authenticator-secret";
import { ButtonRow, FormButtons, FormFailure, RemoveButton, SmallButton } from "../../client/ui/form/buttons";
import { ConflictNotice } from "../../client/ui/form/conflict-notice";
import { DialogStep } from "../../client/ui/form/dialog-step";
import { FileDrop } from "../../client/ui/form/file-drop";
import { GuardedButton, GuardedLink, HistoryLink, NewLink, ReadOnlyNote } from "../../client/ui/form/guarded-button";
import { IconButton } from "../../client/ui/form/icon-button";
import { LeaveQuestion } from "../../client/ui/form/leave-question";
import { MomentCalendar } from "../../client/ui/form/moment-calendar";
import { MomentField, MomentText } from "../../client/ui/form/moment-field";
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
import { Outcome } from "../../client/ui/layout/outcome";
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
const offline = { label: "Silent since 02:10", children: <button type="button">Offline</button> };
const noRows = <NoRows>No device is in this group.</NoRows>;
const detail = { title: "Cold rooms", subtitle: "13 devices", list: groups, notice: denial, children: noRows };
const facts = [{ label: "Model", value: long, note: "Since May" }];
const card = { title: "Device", note: "2 channels", children: <Facts facts={facts} /> };
const head = { title: long, children: <PageActions name="Cold room 1" actions={rowActions()} /> };
const note = { className: undefined, children: "Sign in with the demo account." };
const key = { lead: "Copy the key now.", onDone: none, children: <Snippet title="Request" text="curl -d 4.2" /> };
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

const toggles = { onChange: none, label: "From", description: "UTC", zone: "UTC" } as const;
const button = (props: object, text = "Save") => <GuardedButton {...{ denial: null, ...props }}>{text}</GuardedButton>;
const select = (props: object) => <Select label="Quantity" data={options} value="Humidity" {...props} />;
const moment = (props: object) => <MomentField {...toggles} value="" {...props} />;
const drop = (props: object) => <FileDrop label="File" words="CSV or XLSX" mostBytes={1e6} onFile={none} {...props} />;
const code = (props: object) => <OneTimeCodeInput label="Code" value="123456" onChange={none} {...props} />;
const narrow = (sample: ReactNode) => <div style={{ width: 240 }}>{sample}</div>;
const chip = (tone: ChipTone, text: string = tone) => <StatusChip tone={tone}>{text}</StatusChip>;
const newRule = { to: "/alerts/new", children: "New rule" } as const;

const siteForm = (onDone: () => void) => (
	<FilterForm onSubmit={onDone}>
		<TextInput label="Site" />
	</FilterForm>
);

export const controls: Record<string, Samples> = {
	Buttons: {
		...pointed(button({})),
		primary: button({ look: "primary", icon: <IconBellOff size={16} /> }, "Acknowledge"),
		disabled: button({ denial }),
		busy: button({ isLoading: true }),
		"long text": narrow(button({}, long)),
		icon: <IconButton label="More" icon={<IconDots size={17} />} />,
		"disabled icon": <IconButton label="More" icon={<IconDots size={17} />} disabled />,
		form: <FormButtons label="Save" onCancel={none} />,
		dangerous: <FormButtons label="Delete" isDangerous onCancel={none} />,
		"busy form": <FormButtons label="Save" isBusy onCancel={none} />,
		failed: <FormFailure failure="Can't reach AQLCloud. Try again in a moment." />,
		row: <ButtonRow>{button({})}</ButtonRow>,
		small: <SmallButton>Refresh</SmallButton>,
		remove: <RemoveButton>Remove</RemoveButton>,
	},
	Links: {
		...pointed(<TextLink to="/devices">All devices</TextLink>),
		new: <NewLink {...newRule} denial={null} />,
		disabled: <NewLink {...newRule} denial={denial} />,
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
		form: siteForm(none),
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
		key: <NewKey {...key} />,
	},
	"Files and forms": {
		...pointed(drop({})),
		busy: drop({ isReading: true }),
		error: drop({ complaint: "The file is empty." }),
		conflict: (
			<ConflictNotice who={{ author: "named", name: "Ana" }} fields={fields} onKeepMine={none} onTakeTheirs={none} />
		),
		leave: <LeaveQuestion isDirty={false} name="device" question="Leave without saving?" />,
	},
	"Chips and notes": {
		...Object.fromEntries((["ok", "warn", "bad", "off", "past"] as const).map((tone) => [tone, chip(tone)])),
		on: <SwitchChip isOn />,
		"long chip": narrow(chip("warn", long)),
		callout: <Callout tone="brand">Saved for all devices.</Callout>,
		warning: <Callout tone="warn">{long}</Callout>,
		error: <Callout tone="bad">Not saved.</Callout>,
		"read only": <ReadOnlyNote text={denial} />,
		empty: <EmptyNote icon={<IconDatabase size={26} />} title="No devices" text="Add the first one." />,
		message: <CenteredMessage title="Page not found" text="Check the address." />,
		local: <LocalNote {...note} onFill={none} />,
		"no match": <NoMatchNote noun="device" totalCount={40} onClear={none} />,
		lazy: <LazyTooltip {...offline} />,
		late: <LateFocusTooltip {...offline} />,
	},
	Loading: {
		loading: <LoadingIndicator>Loading devices</LoadingIndicator>,
		note: <LoadingNote isLoading />,
		bar: <ProgressBar isLoading />,
		list: <ListPending title="Devices" rows={2} />,
	},
	Layout: {
		card: <Card {...card} />,
		rows: <Rows rows={[{ key: "a", name: "Cold room 1", under: "AQ-10421", end: "4.2 °C" }]} />,
		empty: noRows,
		outcome: <Outcome tone="ok" title="The file is as it was signed" />,
		"bad outcome": <Outcome tone="bad" title={long} />,
		head: <PageHead {...head} />,
		detail: <Detail {...detail} />,
		mark: <BrandMark />,
		header: <PlainHeader name="Northwind Cold Chain" />,
	},
	Tables: {
		long: <LongTable caption="Readings" {...rowsOfTable} bandOf={({ id }) => <b key={id}>{id}</b>} />,
		export: <ExportPagesButton fileName="events.csv" noun="event" pages={pages} text={() => ""} />,
	},
};

type OpenProps = { isOpen: boolean; onClose: () => void };

export const opened: Record<string, (props: OpenProps) => ReactNode> = {
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

export function MenuSample() {
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

const status = { name: "status", label: "Status", chosen: ["late"], onChoose: none };
const late = { value: "late", label: "Late" };
const period = { name: "period", chosen: [], onChoose: none };
const filterFields = [
	choiceField({ ...status, options: () => [late, { value: "offline", label: "Offline", count: 3 }] }),
	periodField({ ...period, offered: ["day", "week"] }),
	{ name: "site", label: "Site", chip: null, onClear: none, form: siteForm },
];

export const filters = (
	<FilterBar
		things="device"
		fields={filterFields}
		search={<SearchBox label="Search devices" placeholder="Name" text="" onText={none} />}
		isFiltered
		onClear={none}
		count="2 of 40"
	/>
);

export const list = (
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
