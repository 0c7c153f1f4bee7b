import { type MantineColorScheme, Menu } from "@mantine/core";
import { IconKeyboard, IconListCheck, IconLogout, IconUserCircle, type TablerIcon } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { CurrentAccount } from "../../../shared/account/account";
import { mayAddDevices } from "../../../shared/account/permissions";
import type { LateMenu } from "../../ui/feedback/lazy-parts";
import { ButtonMenu } from "../../ui/layout/button-menu";
import { t } from "../../words/made/shell";
import classes from "./header-controls.module.css";

export type Scheme = { value: MantineColorScheme; label: string; icon: TablerIcon };

type ThemeMenuEntriesProps = {
	menu: LateMenu;
	schemes: Scheme[];
	chosen: MantineColorScheme;
	onChoose: (scheme: MantineColorScheme) => void;
};

export function ThemeMenuEntries({ menu, schemes, chosen, onChoose }: ThemeMenuEntriesProps) {
	const choose = (value: string) => onChoose(schemes.find((scheme) => scheme.value === value)?.value ?? "auto");
	return (
		<ButtonMenu menu={menu}>
			<Menu.RadioGroup value={chosen} onChange={choose}>
				{schemes.map(({ value, label, icon: SchemeIcon }) => (
					<Menu.RadioItem key={value} value={value} closeMenuOnClick>
						<span className={classes.scheme}>
							<SchemeIcon size={17} stroke={1.7} aria-hidden="true" />
							{label}
						</span>
					</Menu.RadioItem>
				))}
			</Menu.RadioGroup>
		</ButtonMenu>
	);
}

type UserMenuEntriesProps = {
	menu: LateMenu;
	account: Pick<CurrentAccount, "me" | "supportContact">;
	signingOut: { isPending: boolean; mutate: () => void };
	onHelp: () => void;
};

export function UserMenuEntries({ menu, account, signingOut, onHelp }: UserMenuEntriesProps) {
	const { name, email, role, scope } = account.me;
	const openHelp = () => {
		menu.button.current?.focus();
		onHelp();
	};
	return (
		<ButtonMenu menu={menu} width={240}>
			<Menu.Label className={classes.who}>
				<b>{name || email}</b>
				{name && <span>{email}</span>}
				<span className={classes.role}>{role}</span>
			</Menu.Label>
			<Menu.Divider />
			{account.supportContact && (
				<>
					<Menu.Label className={classes.who}>
						<b>{t("help")}</b>
						<span>{account.supportContact}</span>
					</Menu.Label>
					<Menu.Divider />
				</>
			)}
			<Menu.Item component={Link} to="/profile" leftSection={<IconUserCircle size={17} stroke={1.7} />}>
				{t("profile")}
			</Menu.Item>
			{mayAddDevices({ role, scope }) && (
				<Menu.Item
					renderRoot={(props) => <Link {...props} to="/dashboard" search={{ steps: "yes" }} />}
					leftSection={<IconListCheck size={17} stroke={1.7} />}
				>
					{t("firstSteps")}
				</Menu.Item>
			)}
			<Menu.Item leftSection={<IconKeyboard size={17} stroke={1.7} />} onClick={openHelp}>
				{t("shortcuts")}
			</Menu.Item>
			<Menu.Item
				leftSection={<IconLogout size={17} stroke={1.7} />}
				closeMenuOnClick={false}
				disabled={signingOut.isPending}
				onClick={() => signingOut.mutate()}
			>
				{t("signOut")}
			</Menu.Item>
		</ButtonMenu>
	);
}
