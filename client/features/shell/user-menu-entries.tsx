import { Menu } from "@mantine/core";
import { IconKeyboard, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { CurrentAccount } from "../../../shared/account";
import type { LateMenu } from "../../ui/feedback/lazy-parts";
import { ButtonMenu } from "../../ui/layout/button-menu";
import type { useSignOut } from "./use-sign-out";
import classes from "./user-menu.module.css";

type UserMenuEntriesProps = {
	menu: LateMenu;
	me: CurrentAccount["me"];
	signingOut: ReturnType<typeof useSignOut>;
	onHelp: () => void;
};

/** What opens from the avatar. */
export function UserMenuEntries({ menu, me, signingOut, onHelp }: UserMenuEntriesProps) {
	const { name, email, role } = me;
	const openHelp = () => {
		// The dialog gives the focus back to where it was; the menu's own item is gone by then.
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
			<Menu.Item component={Link} to="/profile" leftSection={<IconUserCircle size={17} stroke={1.7} />}>
				My profile
			</Menu.Item>
			<Menu.Item leftSection={<IconKeyboard size={17} stroke={1.7} />} onClick={openHelp}>
				Keyboard shortcuts
			</Menu.Item>
			<Menu.Item
				leftSection={<IconLogout size={17} stroke={1.7} />}
				closeMenuOnClick={false}
				disabled={signingOut.isPending}
				onClick={() => signingOut.mutate()}
			>
				Sign out
			</Menu.Item>
		</ButtonMenu>
	);
}
