import { Menu, TextInput, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { type Leaf, leavesOf, pathChoices } from "../../../../shared/device/recipe/pick-values";
import menuClasses from "../../../ui/feedback/menu.module.css";
import { countText } from "../../../ui/format";
import layout from "../../../ui/layout/layouts.module.css";
import { NoRows } from "../../../ui/layout/rows";
import { t } from "../../../words/made/keys";
import classes from "./recipe-form.module.css";
import type { TriedMessage } from "./recipe-trial";

/** `uses` names the uses of a path. */
export type Pick = {
	uses: ReadonlyMap<string, string>;
	value: (path: string) => void;
	device: (path: string) => void;
	time: (path: string, sent: unknown) => void;
	release: (path: string) => void;
};

const mostListed = 300;

/** Each value of a message is a button that opens a menu: value, device or time. */
export function MessageValues({ message, pick }: { message: TriedMessage | null; pick: Pick }) {
	const [find, setFind] = useState("");
	if (!message?.body) return <NoRows>{t("tooLargeToBeKept")}</NoRows>;
	const leaves = leavesOf(message.body.sent, { most: mostListed, find });
	return (
		<>
			<TextInput label={t("json.find")} value={find} onChange={(event) => setFind(event.currentTarget.value)} />
			{leaves.length === 0 && <NoRows>{t("json.noneFound")}</NoRows>}
			<ul className={`${layout.plain} ${classes.leaves}`}>
				{leaves.map((leaf) => (
					<li key={leaf.path}>
						<LeafMenu leaf={leaf} pick={pick} />
					</li>
				))}
			</ul>
			{leaves.length === mostListed && (
				<p className={layout.wrappedNote}>{t("json.onlyFirst", { count: countText(mostListed) })}</p>
			)}
		</>
	);
}

function LeafMenu({ leaf: { path, value }, pick }: { leaf: Leaf; pick: Pick }) {
	const paths = pathChoices(path, [...pick.uses.keys()]);
	const used = paths.find((each) => pick.uses.has(each));
	return (
		<Menu position="bottom-start" width="target" classNames={{ item: menuClasses.item ?? "" }}>
			<Menu.Target>
				<UnstyledButton className={classes.leaf} data-used={used !== undefined || undefined}>
					<code>{path}</code>
					<span className={classes.sent}>{JSON.stringify(value)}</span>
					{used !== undefined && <span className={classes.use}>{pick.uses.get(used)}</span>}
				</UnstyledButton>
			</Menu.Target>
			<Menu.Dropdown>
				{used !== undefined && <Menu.Item onClick={() => pick.release(used)}>{t("json.release")}</Menu.Item>}
				{paths.map((each) => (
					<Menu.Item key={`value ${each}`} disabled={pick.uses.has(each)} onClick={() => pick.value(each)}>
						{each.includes("[*]") ? t("json.as.valueOfEach", { path: each }) : t("json.as.value", { path: each })}
					</Menu.Item>
				))}
				{paths.map((each) => (
					<Menu.Item key={`device ${each}`} onClick={() => pick.device(each)}>
						{t("json.as.device", { path: each })}
					</Menu.Item>
				))}
				{paths.map((each) => (
					<Menu.Item key={`time ${each}`} onClick={() => pick.time(each, value)}>
						{t("json.as.time", { path: each })}
					</Menu.Item>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}
