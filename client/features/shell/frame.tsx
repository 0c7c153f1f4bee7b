import { ActionIcon, Burger } from "@mantine/core";
import { useDisclosure, useHotkeys, useLocalStorage } from "@mantine/hooks";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { hashKey } from "@tanstack/react-query";
import { Link, useLocation, useRouterState } from "@tanstack/react-router";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import type { CurrentAccount, Scope } from "../../../shared/account/account";
import type { Role } from "../../../shared/account/permissions";
import { specifiedFormats } from "../../../shared/formats/display-formats";
import { readerFormats } from "../../../shared/formats/language-formats";
import { accountRecord, useAccount } from "../../api/account";
import { queryClient } from "../../api/query-client";
import { takeArrivalFromSignIn } from "../../base/arrival";
import { pageLanguage } from "../../base/page-language";
import { recordRecentScreen } from "../../base/recent-screens";
import { setCompanyFormats } from "../../ui/display-formats";
import { lazyPart, useIsWanted } from "../../ui/feedback/lazy-parts";
import { LoadingNote } from "../../ui/feedback/loading";
import { BrandMark } from "../../ui/layout/brand";
import { PageHead } from "../../ui/layout/page-head";
import { announceBrand } from "../../ui/layout/shown-brand";
import { t } from "../../words/made/first-screen";
import { Breadcrumbs, withoutSlash } from "./breadcrumbs";
import { DocumentTitle, useScreenTitle } from "./document-title";
import { ScreenPlaceholder } from "./error-screens";
import classes from "./frame.module.css";
import { SearchButton, ThemeMenu, TimeSwitch, UserMenu, useSignOut } from "./header-controls";
import { useHeldKeys } from "./held-keys";
import { LiveState } from "./live-state";
import { useMenuKeys } from "./menu-keys";
import { type Area, areas, useGoKeys } from "./navigation";
import { loadOptional } from "./new-version";
import { ConnectionNotice, LanguageNotice, NewVersionNotice } from "./notices";
import { screenTitle } from "./screen-title";
import { SideNavigation } from "./side-navigation";

// Once, before the first signed-in screen: a signed-out page has no account to follow.
followCompany();

const NavigationDrawer = lazy(async () => ({ default: (await import("./navigation-drawer")).NavigationDrawer }));
const AccountNotices = lazyPart(async () => (await import("./account-notices")).AccountNotices);
const AccountSwitcher = lazy(async () => ({ default: (await import("./account-switcher")).AccountSwitcher }));
const KeyboardHelp = lazy(async () => ({ default: (await import("./keyboard-help")).KeyboardHelp }));

type SearchProps = {
	isOpen: boolean;
	role: Role;
	scope: Scope;
	userId: string;
	pages: Area[];
	takeTyped: () => string;
	onClose: () => void;
	onHelp: () => void;
	onSignOut: () => void;
};

export function Frame({ Search, children }: { Search: ComponentType<SearchProps>; children: ReactNode }) {
	const account = useAccount();
	const { role, scope, id: userId } = account.me;
	const [isNarrow, setIsNarrow] = useLocalStorage({
		key: "navigationIsNarrow",
		defaultValue: false,
		getInitialValueInEffect: false,
	});
	const drawer = useOverlay();
	const help = useOverlay();
	const search = useOverlay();
	const takeTyped = useHeldKeys(search.isOpen);
	useHotkeys([
		["shift+?", help.open],
		["?", help.open],
	]);
	useHotkeys([["mod+K", search.toggle]], []);
	useGoKeys(role);
	const signingOut = useSignOut();
	const main = useFocusOnNavigation(userId);
	useRestoredFocus();
	useMenuKeys();
	return (
		<div className={classes.frame} data-narrow={isNarrow || undefined}>
			<DocumentTitle productName={account.productName} screen={useScreenTitle(screenTitle)} />
			<a className={classes.skip} href="#content">
				{t("skip")}
			</a>
			<Header account={account} drawer={drawer}>
				<SearchButton onClick={search.open} />
				<LiveState />
				<div className={classes.timeSwitch}>
					<TimeSwitch />
				</div>
				<ThemeMenu />
				<UserMenu account={account} signingOut={signingOut} onHelp={help.open} />
			</Header>
			<SideColumn role={role} isNarrow={isNarrow} onNarrow={setIsNarrow} />
			<Suspense>
				{drawer.isWanted && (
					<NavigationDrawer isOpen={drawer.isOpen} title={account.companyName} role={role} onClose={drawer.close} />
				)}
				{help.isWanted && <KeyboardHelp isOpen={help.isOpen} role={role} onClose={help.close} />}
				{search.isWanted && (
					<Search
						isOpen={search.isOpen}
						role={role}
						scope={scope}
						userId={userId}
						pages={areas}
						takeTyped={takeTyped}
						onClose={search.close}
						onHelp={help.open}
						onSignOut={signingOut.mutate}
					/>
				)}
			</Suspense>
			<div className={classes.body}>
				{(account.secondStepFrom ?? account.deletedFrom ?? account.heldAtPoint) && <AccountNotices account={account} />}
				<NewVersionNotice />
				<LanguageNotice />
				<ConnectionNotice />
				<LoadingNote isLoading={useIsOtherViewLoading()} />
				<main id="content" ref={main} tabIndex={-1} className={classes.main}>
					<ScreenPlaceholder value={ScreenPending}>
						{/* The code of a screen may be late: an outer boundary would hide the frame and lose the focus. */}
						<Suspense fallback={<ScreenPending />}>{children}</Suspense>
					</ScreenPlaceholder>
				</main>
			</div>
		</div>
	);
}

function ScreenPending() {
	return (
		<>
			<PageHead title={useScreenTitle(screenTitle) ?? ""} subtitle={t("loading")} />
			<div className={classes.pending} />
		</>
	);
}

type Overlay = ReturnType<typeof useOverlay>;

function useOverlay() {
	const [isOpen, handlers] = useDisclosure(false);
	return { ...handlers, isOpen, isWanted: useIsWanted(isOpen) };
}

type HeaderProps = { account: CurrentAccount; drawer: Overlay; children: ReactNode };

function Header({ account, drawer, children }: HeaderProps) {
	const { companyName, hasOthers } = account;
	const mark = <BrandMark />;
	const brand = (
		<Link to="/dashboard" className={classes.brand} title={companyName} data-several={hasOthers || undefined}>
			{mark}
			<span className={classes.company}>{companyName}</span>
		</Link>
	);
	return (
		<header className={classes.header}>
			<Burger
				className={classes.burger}
				size="sm"
				opened={drawer.isOpen}
				onClick={drawer.toggle}
				aria-label={t("navigation")}
			/>
			{hasOthers ? (
				<Suspense fallback={brand}>
					<AccountSwitcher account={account} mark={mark} />
				</Suspense>
			) : (
				brand
			)}
			<div className={classes.crumbs}>
				<Breadcrumbs />
			</div>
			<div className={classes.tools}>{children}</div>
		</header>
	);
}

type SideColumnProps = { role: Role; isNarrow: boolean; onNarrow: (isNarrow: boolean) => void };

function SideColumn({ role, isNarrow, onNarrow }: SideColumnProps) {
	const CollapseIcon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
	return (
		<aside className={classes.side}>
			<SideNavigation role={role} isNarrow={isNarrow} />
			<ActionIcon
				className={classes.collapse}
				size={34}
				aria-label={isNarrow ? t("navigation.widen") : t("navigation.narrow")}
				aria-expanded={!isNarrow}
				onClick={() => onNarrow(!isNarrow)}
			>
				<CollapseIcon size={19} stroke={1.7} />
			</ActionIcon>
		</aside>
	);
}

function useIsOtherViewLoading(): boolean {
	return useRouterState({
		select: ({ status, location, resolvedLocation }) =>
			status === "pending" &&
			resolvedLocation !== undefined &&
			withoutSlash(location.pathname) === withoutSlash(resolvedLocation.pathname),
	});
}

/** Its code loads after the screen: no focused element is removed before. */
function useRestoredFocus(): void {
	useEffect(() => {
		let stop: (() => void) | undefined;
		let isOver = false;
		const begin = ({ keepFocus }: typeof import("./keep-focus")) => {
			if (!isOver) stop = keepFocus();
		};
		// Without it, the keyboard begins at the top of the page, as in any browser.
		loadOptional(() => import("./keep-focus")).then(begin, () => {});
		return () => {
			isOver = true;
			stop?.();
		};
	}, []);
}

function focusHeading(main: HTMLElement | null): void {
	const heading = main?.querySelector("h1");
	if (heading) heading.tabIndex = -1;
	(heading ?? main)?.focus({ preventScroll: true });
}

function useFocusOnNavigation(userId: string) {
	const main = useRef<HTMLElement>(null);
	const { pathname } = useLocation();
	// With and without the slash it is one screen: a filter that adds it must not take the focus from a field.
	const path = withoutSlash(pathname);
	const shownPath = useRef(path);
	useEffect(() => recordRecentScreen(userId, pathname), [userId, pathname]);
	useEffect(() => {
		if (shownPath.current === path) return;
		shownPath.current = path;
		main.current?.focus({ preventScroll: true });
	}, [path]);
	const isSettled = useRouterState({ select: ({ status }) => status === "idle" });
	useEffect(() => {
		if (isSettled && takeArrivalFromSignIn()) focusHeading(main.current);
	}, [isSettled]);
	return main;
}

function followCompany(): void {
	const { queryKey } = accountRecord();
	const accountHash = hashKey(queryKey);
	const take = () => {
		const account = queryClient.getQueryData(queryKey);
		if (!account) return;
		setCompanyFormats(readerFormats(account.formats ?? specifiedFormats, pageLanguage, account.language));
		announceBrand(account.brand);
	};
	take();
	queryClient.getQueryCache().subscribe(({ type, query }) => {
		if (type === "updated" && query.queryHash === accountHash) take();
	});
}
