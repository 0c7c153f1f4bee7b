import { UnstyledButton } from "@mantine/core";
import { Suspense } from "react";
import type { CurrentAccount } from "../../../shared/account";
import { latePart, useLateMenu } from "../../ui/feedback/lazy-parts";
import { MissingMenu } from "./missing-menu";
import type { useSignOut } from "./use-sign-out";
import classes from "./user-menu.module.css";

const UserMenuEntries = latePart(async () => (await import("./user-menu-entries")).UserMenuEntries, MissingMenu);

function initialsOf(name: string): string {
	const words = name.split(/[\s@.]+/).filter(Boolean);
	return [words[0], words.length > 1 ? words.at(-1) : undefined]
		.map((word) => word?.charAt(0).toUpperCase() ?? "")
		.join("");
}

type UserMenuProps = { account: CurrentAccount; signingOut: ReturnType<typeof useSignOut>; onHelp: () => void };

export function UserMenu({ account: { me }, signingOut, onHelp }: UserMenuProps) {
	const { menu, buttonProps } = useLateMenu();
	const shownName = me.name || me.email;
	return (
		<>
			<UnstyledButton
				{...buttonProps}
				className={classes.avatar}
				aria-label={`${initialsOf(shownName)}: account of ${shownName}`}
			>
				{initialsOf(shownName)}
			</UnstyledButton>
			<Suspense>
				<UserMenuEntries menu={menu} me={me} signingOut={signingOut} onHelp={onHelp} />
			</Suspense>
		</>
	);
}
