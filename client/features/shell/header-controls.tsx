import { ActionIcon, SegmentedControl, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSearch, IconSun } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import type { CurrentAccount } from "../../../shared/account/account";
import { signOut } from "../../api/auth-call";
import { type LateMenu, lazyPart, useLazyMenu } from "../../ui/feedback/lazy-parts";
import { storeTimeDisplayMode, useTimeDisplayMode } from "../../ui/time/time-display";
import { t } from "../../words/made/first-screen";
import classes from "./header-controls.module.css";
import type { Scheme } from "./header-menu-entries";
import { showMissingMenu } from "./new-version";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const modes = [
	{ value: "local", label: t("times.device") },
	{ value: "current", label: t("times.mine") },
] as const;

const schemes: Scheme[] = [
	{ value: "light", label: t("theme.light"), icon: IconSun },
	{ value: "dark", label: t("theme.dark"), icon: IconMoon },
	{ value: "auto", label: t("theme.system"), icon: IconDeviceDesktop },
];

const ThemeMenuEntries = lazyPart(async () => (await import("./header-menu-entries")).ThemeMenuEntries, MissingMenu);

const UserMenuEntries = lazyPart(async () => (await import("./header-menu-entries")).UserMenuEntries, MissingMenu);

export function SearchButton({ onClick }: { onClick: () => void }) {
	return (
		<UnstyledButton
			className={classes.search}
			aria-label={t("search.label")}
			aria-keyshortcuts="Control+K Meta+K"
			onClick={onClick}
		>
			<IconSearch size={18} stroke={1.7} aria-hidden="true" />
			<span className={classes.searchLabel}>{t("search")}</span>
			<span className={classes.searchKeys} data-keys={isMac ? "⌘ K" : "Ctrl K"} aria-hidden="true" />
		</UnstyledButton>
	);
}

export function TimeSwitch({ isWide = false }: { isWide?: boolean }) {
	const mode = useTimeDisplayMode();
	return (
		<SegmentedControl
			aria-label={t("times")}
			fullWidth={isWide}
			value={mode}
			onChange={storeTimeDisplayMode}
			data={[...modes]}
		/>
	);
}

export function ThemeMenu() {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const { menu, buttonProps } = useLazyMenu();
	const chosen = schemes.find(({ value }) => value === colorScheme);
	const ChosenIcon = chosen?.icon ?? IconDeviceDesktop;
	return (
		<>
			<ActionIcon {...buttonProps} size={34} aria-label={t("theme", { theme: chosen?.label ?? t("theme.system") })}>
				<ChosenIcon size={19} stroke={1.7} />
			</ActionIcon>
			<Suspense>
				<ThemeMenuEntries menu={menu} schemes={schemes} chosen={colorScheme} onChoose={setColorScheme} />
			</Suspense>
		</>
	);
}

type UserMenuProps = { account: CurrentAccount; signingOut: ReturnType<typeof useSignOut>; onHelp: () => void };

export function UserMenu({ account, signingOut, onHelp }: UserMenuProps) {
	const { me } = account;
	const { menu, buttonProps } = useLazyMenu();
	const shownName = me.name || me.email;
	return (
		<>
			<UnstyledButton
				{...buttonProps}
				className={classes.avatar}
				aria-label={t("userMenu", { initials: initialsOf(shownName), name: shownName })}
			>
				{initialsOf(shownName)}
			</UnstyledButton>
			<Suspense>
				<UserMenuEntries menu={menu} account={account} signingOut={signingOut} onHelp={onHelp} />
			</Suspense>
		</>
	);
}

function initialsOf(name: string): string {
	const words = name.split(/[\s@.]+/).filter(Boolean);
	return [words[0], words.length > 1 ? words.at(-1) : undefined]
		.map((word) => word?.charAt(0).toUpperCase() ?? "")
		.join("");
}

/** Replaces a menu whose code could not be loaded: a click shows the notice with a reload. */
function MissingMenu({ menu: { isOpen, setIsOpen } }: { menu: LateMenu }) {
	useEffect(() => {
		if (!isOpen) return;
		setIsOpen(false);
		showMissingMenu();
	}, [isOpen, setIsOpen]);
	return null;
}

export function useSignOut(): { isPending: boolean; mutate: () => void } {
	const router = useRouter();
	return useMutation({
		mutationFn: async () => {
			await signOut(() => router.navigate({ to: "/login" }));
			// Toasts would wait for the next user. Without their code there are none.
			await import("sonner").then(
				({ toast }) => toast.dismiss(),
				() => {},
			);
		},
		onError: async () => {
			const { toast } = await import("sonner");
			toast.error(t("signOut.failed"));
		},
	});
}
