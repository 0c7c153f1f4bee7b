import { Menu, UnstyledButton } from "@mantine/core";
import { IconKeyboard, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import type { CurrentAccount } from "../../../shared/account";
import type { useSignOut } from "./use-sign-out";
import classes from "./user-menu.module.css";

function initialsOf(name: string): string {
	const words = name.split(/[\s@.]+/).filter(Boolean);
	return [words[0], words.length > 1 ? words.at(-1) : undefined]
		.map((word) => word?.charAt(0).toUpperCase() ?? "")
		.join("");
}

type UserMenuProps = { account: CurrentAccount; signingOut: ReturnType<typeof useSignOut>; onHelp: () => void };

export function UserMenu({ account, signingOut, onHelp }: UserMenuProps) {
	const { name, email, role } = account.me;
	const shownName = name || email;
	const avatar = useRef<HTMLButtonElement>(null);
	const openHelp = () => {
		// The dialog gives the focus back to where it was; the menu's own item is gone by then.
		avatar.current?.focus();
		onHelp();
	};
	return (
		<Menu width={240}>
			<Menu.Target>
				<UnstyledButton
					ref={avatar}
					className={classes.avatar}
					aria-label={`${initialsOf(shownName)}: account of ${shownName}`}
				>
					{initialsOf(shownName)}
				</UnstyledButton>
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.Label className={classes.who}>
					<b>{shownName}</b>
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
			</Menu.Dropdown>
		</Menu>
	);
}
