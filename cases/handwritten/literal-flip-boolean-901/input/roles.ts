import type { Account, Project } from './entities';

/** What a role may do inside one project. */
export interface Grants {
  view: boolean;
  comment: boolean;
  edit: boolean;
  publish: boolean;
  exportData: boolean;
  inviteGuests: boolean;
  manageMembers: boolean;
  seeBilling: boolean;
}

export type Action = keyof Grants;
export type RoleName =
  | 'guest'
  | 'reviewer'
  | 'author'
  | 'editor'
  | 'analyst'
  | 'maintainer'
  | 'accountant'
  | 'owner';

export interface Role {
  name: RoleName;
  title: string;
  rank: number;
  grants: Grants;
}

export const ROLES: Record<RoleName, Role> = {
  guest: {
    name: 'guest',
    title: 'Guest',
    rank: 0,
    grants: {
      view: true,
      comment: false,
      edit: false,
      publish: false,
      exportData: false,
      inviteGuests: false,
      manageMembers: false,
      seeBilling: false,
    },
  },
  reviewer: {
    name: 'reviewer',
    title: 'Reviewer',
    rank: 10,
    grants: {
      view: true,
      comment: true,
      edit: false,
      publish: false,
      exportData: true,
      inviteGuests: false,
      manageMembers: false,
      seeBilling: false,
    },
  },
  author: {
    name: 'author',
    title: 'Author',
    rank: 20,
    grants: {
      view: true,
      comment: true,
      edit: true,
      publish: false,
      exportData: false,
      inviteGuests: false,
      manageMembers: false,
      seeBilling: false,
    },
  },
  editor: {
    name: 'editor',
    title: 'Editor',
    rank: 30,
    grants: {
      view: true,
      comment: true,
      edit: true,
      publish: true,
      exportData: false,
      inviteGuests: true,
      manageMembers: false,
      seeBilling: false,
    },
  },
  analyst: {
    name: 'analyst',
    title: 'Analyst',
    rank: 30,
    grants: {
      view: true,
      comment: true,
      edit: false,
      publish: false,
      exportData: true,
      inviteGuests: false,
      manageMembers: false,
      seeBilling: false,
    },
  },
  maintainer: {
    name: 'maintainer',
    title: 'Maintainer',
    rank: 40,
    grants: {
      view: true,
      comment: true,
      edit: true,
      publish: true,
      exportData: true,
      inviteGuests: true,
      manageMembers: true,
      seeBilling: false,
    },
  },
  accountant: {
    name: 'accountant',
    title: 'Accountant',
    rank: 40,
    grants: {
      view: true,
      comment: false,
      edit: false,
      publish: false,
      exportData: true,
      inviteGuests: false,
      manageMembers: false,
      seeBilling: true,
    },
  },
  owner: {
    name: 'owner',
    title: 'Owner',
    rank: 100,
    grants: {
      view: true,
      comment: true,
      edit: true,
      publish: true,
      exportData: true,
      inviteGuests: true,
      manageMembers: true,
      seeBilling: true,
    },
  },
};

const NOTHING: Grants = {
  view: false,
  comment: false,
  edit: false,
  publish: false,
  exportData: false,
  inviteGuests: false,
  manageMembers: false,
  seeBilling: false,
};

function merge(left: Grants, right: Grants): Grants {
  const merged = { ...left };
  for (const action of Object.keys(right) as Action[]) {
    merged[action] = left[action] || right[action];
  }
  return merged;
}

function rolesOf(account: Account, project: Project): Role[] {
  const names = new Set<RoleName>(project.members.get(account.id) ?? []);
  for (const team of account.teams) {
    for (const name of project.teams.get(team) ?? []) {
      names.add(name);
    }
  }
  return [...names].map((name) => ROLES[name]);
}

/** The union of what all of the account's roles allow. */
export function grantsOf(account: Account, project: Project): Grants {
  if (account.suspended) {
    return NOTHING;
  }
  const granted = rolesOf(account, project).map((role) => role.grants);
  const open = project.visibility === 'public' ? [ROLES.guest.grants] : [];
  return [...granted, ...open].reduce(merge, NOTHING);
}

export function can(account: Account, action: Action, project: Project): boolean {
  if (project.archived && action !== 'view' && action !== 'exportData') {
    return false;
  }
  return grantsOf(account, project)[action];
}

/** Nobody hands out a role above their own. */
export function assignableRoles(account: Account, project: Project): Role[] {
  if (!can(account, 'manageMembers', project)) {
    return [];
  }
  const highest = Math.max(...rolesOf(account, project).map((role) => role.rank));
  return Object.values(ROLES)
    .filter((role) => role.rank <= highest)
    .sort((a, b) => a.rank - b.rank);
}

export class ForbiddenError extends Error {
  constructor(account: Account, action: Action, project: Project) {
    super(`${account.name} may not ${action} in ${project.name}`);
    this.name = 'ForbiddenError';
  }
}

export function demand(account: Account, action: Action, project: Project): void {
  if (!can(account, action, project)) {
    throw new ForbiddenError(account, action, project);
  }
}
