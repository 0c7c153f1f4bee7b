import { Menu, UnstyledButton } from "@mantine/core";
import { IconCheck, IconSelector } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CurrentAccount } from "../../../shared/account/account";
import { accountAddress, preferAccount, useMemberships } from "../../api/open-account";
import { membershipNote, membershipTitle } from "../../entities/membership";
import { useLazyMenu } from "../../ui/feedback/lazy-parts";
import { ButtonMenu } from "../../ui/layout/button-menu";
import { t } from "../../words/made/shell";
import classes from "./account-switcher.module.css";
import frameClasses from "./frame.module.css";

type AccountSwitcherProps = { account: Pick<CurrentAccount, "id" | "companyName">; mark: ReactNode };

export function AccountSwitcher({ account: { id, companyName }, mark }: AccountSwitcherProps) {
	const { menu, buttonProps } = useLazyMenu();
	return (
		<div className={frameClasses.brand}>
			<Link to="/dashboard" className={classes.home} aria-label={t("area.dashboard")}>
				{mark}
			</Link>
			<UnstyledButton
				{...buttonProps}
				className={classes.name}
				aria-label={t("accounts.switch", { company: companyName })}
				title={companyName}
			>
				<span className={frameClasses.company}>{companyName}</span>
				<IconSelector size={16} stroke={1.7} aria-hidden="true" />
			</UnstyledButton>
			<ButtonMenu menu={menu} width={280}>
				<Accounts isOpen={menu.isOpen} currentId={id} />
			</ButtonMenu>
		</div>
	);
}

/** Links, so that a new tab can open another account. */
function Accounts({ isOpen, currentId }: { isOpen: boolean; currentId: string }) {
	const { data, isError, refetch } = useMemberships(isOpen);
	if (isError) {
		return (
			<Menu.Item closeMenuOnClick={false} onClick={() => void refetch()}>
				{t("accounts.failed")}
			</Menu.Item>
		);
	}
	if (data === undefined) return <Menu.Label role="status">{t("accounts.loading")}</Menu.Label>;
	return data.map((membership) => {
		const { accountId, state } = membership;
		const isCurrent = accountId === currentId;
		return (
			<Menu.Item
				key={accountId}
				component="a"
				href={accountAddress(accountId)}
				aria-current={isCurrent || undefined}
				disabled={state === "disabled" || state === "signedOut"}
				rightSection={isCurrent ? <IconCheck size={16} stroke={1.7} aria-hidden="true" /> : null}
				onClick={() => preferAccount(accountId)}
			>
				<span className={classes.account}>
					<b>{membershipTitle(membership)}</b>
					<span>{membershipNote(membership, data)}</span>
				</span>
			</Menu.Item>
		);
	});
}
