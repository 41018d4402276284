/**
 * Who may do what with which document. Roles come from the organisation, from groups and from the
 * document itself; a denial beats every grant; folders hand their grants down to what lies in them.
 */

export type Role = 'owner' | 'admin' | 'editor' | 'commenter' | 'viewer' | 'guest';

export type Permission =
  | 'document.view'
  | 'document.download'
  | 'document.comment'
  | 'document.edit'
  | 'document.rename'
  | 'document.move'
  | 'document.share'
  | 'document.publish'
  | 'document.delete'
  | 'folder.create'
  | 'folder.delete'
  | 'member.invite'
  | 'member.remove'
  | 'billing.view'
  | 'billing.change'
  | 'settings.change';

export interface User {
  id: string;
  email: string;
  organisationId: string;
  organisationRole: Role;
  groupIds: string[];
  suspended: boolean;
  emailVerified: boolean;
  twoFactor: boolean;
}

export interface Grant {
  subject: { kind: 'user' | 'group' | 'domain' | 'link'; id: string };
  role: Role;
  expiresAt: number | null;
  deny?: Permission[];
}

export interface Resource {
  id: string;
  kind: 'document' | 'folder';
  organisationId: string;
  ownerId: string;
  parentId: string | null;
  grants: Grant[];
  inherits: boolean;
  locked: boolean;
  trashed: boolean;
  confidential: boolean;
}

export interface AccessContext {
  now: number;
  linkToken: string | null;
  ipAllowed: boolean;
  resources: ReadonlyMap<string, Resource>;
}

export interface Decision {
  allowed: boolean;
  reason: string;
  role: Role | null;
}

const RANK: Record<Role, number> = {
  owner: 6,
  admin: 5,
  editor: 4,
  commenter: 3,
  viewer: 2,
  guest: 1,
};

const ROLES: readonly Role[] = ['owner', 'admin', 'editor', 'commenter', 'viewer', 'guest'];
const MOST_LEVELS = 32;
const POLICY_LINE =
  /^\s*(allow|deny)\s+([a-z]+):(\S+)\s+(?:as\s+)?([a-z.]+)\s*(?:until\s+(\S+))?\s*$/i;

/** The least role that a permission asks for. */
export function leastRole(permission: Permission): Role {
  switch (permission) {
    case 'document.view':
      return 'guest';
    case 'document.download':
      return 'viewer';
    case 'document.comment':
      return 'commenter';
    case 'document.edit':
    case 'document.rename':
    case 'folder.create':
      return 'editor';
    case 'document.move':
    case 'document.share':
    case 'document.publish':
    case 'member.invite':
    case 'billing.view':
      return 'admin';
    case 'document.delete':
    case 'folder.delete':
    case 'member.remove':
    case 'billing.change':
    case 'settings.change':
      return 'owner';
  }
}

/** Whether a permission changes anything; the others stay possible on what is locked. */
export function isWrite(permission: Permission): boolean {
  switch (permission) {
    case 'document.view':
    case 'document.download':
    case 'billing.view':
      return false;
    case 'document.comment':
    case 'document.edit':
    case 'document.rename':
    case 'document.move':
    case 'document.share':
    case 'document.publish':
    case 'document.delete':
    case 'folder.create':
    case 'folder.delete':
    case 'member.invite':
    case 'member.remove':
    case 'billing.change':
    case 'settings.change':
      return true;
  }
}

/** Whether a second factor is asked for, whatever the role. */
export function needsTwoFactor(permission: Permission): boolean {
  switch (permission) {
    case 'document.publish':
    case 'document.delete':
    case 'folder.delete':
    case 'member.remove':
    case 'billing.change':
    case 'settings.change':
      return true;
    default:
      return false;
  }
}

export function higher(left: Role | null, right: Role | null): Role | null {
  if (left === null) {
    return right;
  }
  if (right === null) {
    return left;
  }
  return RANK[left] >= RANK[right] ? left : right;
}

export function atLeast(role: Role | null, wanted: Role): boolean {
  return role !== null && RANK[role] >= RANK[wanted];
}

function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.+$/, '');
}

function isExpired(grant: Grant, now: number): boolean {
  return grant.expiresAt !== null && grant.expiresAt <= now;
}

function appliesTo(grant: Grant, user: User, context: AccessContext): boolean {
  if (isExpired(grant, context.now)) {
    return false;
  }
  switch (grant.subject.kind) {
    case 'user':
      return grant.subject.id === user.id;
    case 'group':
      return user.groupIds.includes(grant.subject.id);
    case 'domain':
      return user.emailVerified && domainOf(user.email) === grant.subject.id.toLowerCase();
    case 'link':
      return context.linkToken !== null && context.linkToken === grant.subject.id;
  }
}

/** The resource and the folders above it whose grants count for it, nearest first. */
export function lineage(resource: Resource, context: AccessContext): Resource[] {
  const found: Resource[] = [resource];
  let current = resource;
  while (current.inherits && current.parentId !== null && found.length < MOST_LEVELS) {
    const parent = context.resources.get(current.parentId);
    if (!parent || found.includes(parent)) {
      break;
    }
    found.push(parent);
    current = parent;
  }
  return found;
}

export function effectiveRole(user: User, resource: Resource, context: AccessContext): Role | null {
  if (resource.ownerId === user.id) {
    return 'owner';
  }
  let role: Role | null = null;
  if (resource.organisationId === user.organisationId && !resource.confidential) {
    role = user.organisationRole;
  }
  for (const level of lineage(resource, context)) {
    for (const grant of level.grants) {
      if (appliesTo(grant, user, context)) {
        role = higher(role, grant.role);
      }
    }
  }
  return role;
}

function deniedBy(
  user: User,
  resource: Resource,
  permission: Permission,
  context: AccessContext,
): Grant | null {
  for (const level of lineage(resource, context)) {
    for (const grant of level.grants) {
      if (appliesTo(grant, user, context) && grant.deny?.includes(permission)) {
        return grant;
      }
    }
  }
  return null;
}

function refuse(reason: string, role: Role | null = null): Decision {
  return { allowed: false, reason, role };
}

/** The one question that everything else asks. */
export function decide(
  user: User,
  permission: Permission,
  resource: Resource,
  context: AccessContext,
): Decision {
  if (user.suspended) {
    return refuse('This account is suspended');
  }
  if (!user.emailVerified && isWrite(permission)) {
    return refuse('Please confirm your e-mail address first');
  }
  if (resource.trashed && permission !== 'document.view' && permission !== 'document.delete') {
    return refuse('This lies in the waste-paper basket');
  }

  const role = effectiveRole(user, resource, context);
  if (role === null) {
    return refuse('You have no access to this');
  }
  if (deniedBy(user, resource, permission, context) !== null && role !== 'owner') {
    return refuse('This was ruled out for you', role);
  }
  if (!atLeast(role, leastRole(permission))) {
    return refuse(`This needs the role "${leastRole(permission)}"`, role);
  }

  if (resource.locked && isWrite(permission)) {
    if (permission === 'document.comment') {
      return { allowed: true, reason: 'Comments stay possible while a document is locked', role };
    } else if (role !== 'owner') {
      return refuse('This is locked by its owner', role);
    }
  }
  if (resource.confidential && !context.ipAllowed) {
    return refuse('Confidential documents can only be used in the office network', role);
  }
  if (needsTwoFactor(permission) && !user.twoFactor) {
    return refuse('Please turn on two-factor sign-in first', role);
  }
  return { allowed: true, reason: `Allowed as ${role}`, role };
}

export function can(
  user: User,
  permission: Permission,
  resource: Resource,
  context: AccessContext,
): boolean {
  return decide(user, permission, resource, context).allowed;
}

export interface ShareRequest {
  subject: Grant['subject'];
  role: Role;
  expiresAt: number | null;
}

export interface ChangeResult {
  resource: Resource;
  error: string | null;
}

/** Gives somebody access; nobody can hand out more than they have. */
export function share(
  user: User,
  resource: Resource,
  request: ShareRequest,
  context: AccessContext,
): ChangeResult {
  const decision = decide(user, 'document.share', resource, context);
  if (!decision.allowed) {
    return { resource, error: decision.reason };
  }
  if (!atLeast(decision.role, request.role)) {
    return { resource, error: 'You cannot give a role that is higher than your own' };
  }
  if (request.role === 'owner') {
    return { resource, error: 'Ownership is transferred, not shared' };
  }
  if (request.expiresAt !== null && request.expiresAt <= context.now) {
    return { resource, error: 'The date of expiry has passed already' };
  }

  switch (request.subject.kind) {
    case 'link':
    case 'domain':
      if (resource.confidential) {
        return { resource, error: 'Confidential documents are shared with named people only' };
      }
      if (atLeast(request.role, 'admin')) {
        return { resource, error: 'Administrators must be named one by one' };
      }
      break;
    case 'user':
      if (request.subject.id === resource.ownerId) {
        return { resource, error: 'The owner has access already' };
      }
      break;
    case 'group':
      break;
  }

  const others = resource.grants.filter(
    (grant) =>
      grant.subject.kind !== request.subject.kind || grant.subject.id !== request.subject.id,
  );
  const known = resource.grants.find(
    (grant) =>
      grant.subject.kind === request.subject.kind && grant.subject.id === request.subject.id,
  );
  const grant: Grant = { ...request, deny: known?.deny };
  return { resource: { ...resource, grants: [...others, grant] }, error: null };
}

/** Takes access away again, which also needs the right to share. */
export function revoke(
  user: User,
  resource: Resource,
  subject: Grant['subject'],
  context: AccessContext,
): ChangeResult {
  const decision = decide(user, 'document.share', resource, context);
  if (!decision.allowed) {
    return { resource, error: decision.reason };
  }
  const known = resource.grants.find(
    (grant) => grant.subject.kind === subject.kind && grant.subject.id === subject.id,
  );
  if (!known) {
    return { resource, error: 'There is nothing to take away' };
  }
  if (!atLeast(decision.role, known.role)) {
    return { resource, error: 'You cannot take away a role that is higher than your own' };
  }
  const grants = resource.grants.filter((grant) => grant !== known);
  return { resource: { ...resource, grants }, error: null };
}

/** Hands a document over; the former owner stays on as an administrator. */
export function transfer(
  user: User,
  resource: Resource,
  newOwner: User,
  context: AccessContext,
): ChangeResult {
  if (resource.ownerId !== user.id) {
    return { resource, error: 'Only the owner can hand this over' };
  }
  if (newOwner.suspended || !newOwner.emailVerified) {
    return { resource, error: 'The new owner must have an active account' };
  }
  if (newOwner.organisationId !== resource.organisationId) {
    return { resource, error: 'The new owner must belong to the same organisation' };
  }
  const former: Grant = {
    subject: { kind: 'user', id: user.id },
    role: 'admin',
    expiresAt: null,
  };
  const grants = resource.grants.filter((grant) => !isExpired(grant, context.now));
  return {
    resource: { ...resource, ownerId: newOwner.id, grants: [...grants, former] },
    error: null,
  };
}

export interface AuditRow {
  subject: string;
  role: Role;
  through: string;
  expires: string;
}

/** Everyone who can see a resource, and why; for the sharing dialog and for auditors. */
export function audit(resource: Resource, context: AccessContext): AuditRow[] {
  const rows: AuditRow[] = [];
  rows.push({
    subject: `user:${resource.ownerId}`,
    role: 'owner',
    through: 'ownership',
    expires: 'never',
  });

  const levels = lineage(resource, context);
  for (let index = 0; index < levels.length; index++) {
    const level = levels[index];
    const through = index === 0 ? 'this document' : `folder ${level.id}, ${index} up`;
    for (const grant of level.grants) {
      if (isExpired(grant, context.now)) {
        continue;
      }
      let expires = 'never';
      if (grant.expiresAt !== null) {
        const days = Math.ceil((grant.expiresAt - context.now) / 86_400_000);
        expires = days === 1 ? 'within a day' : `in ${days} days`;
      }
      let subject = `${grant.subject.kind}:${grant.subject.id}`;
      if (grant.subject.kind === 'link') {
        // The token itself must not end up in a report.
        subject = `link:${grant.subject.id.slice(0, 4)}-****`;
      }
      rows.push({ subject, role: grant.role, through, expires });
    }
  }

  if (!resource.confidential) {
    rows.push({
      subject: `organisation:${resource.organisationId}`,
      role: 'guest',
      through: 'membership',
      expires: 'never',
    });
  }
  return rows.sort((a, b) => RANK[b.role] - RANK[a.role] || a.subject.localeCompare(b.subject));
}

/** Reads grants as an administrator writes them: `allow group:staff as editor until 2031-12-31`. */
export function parsePolicy(text: string): Grant[] {
  const grants: Grant[] = [];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index].replace(/#.*$/, '');
    if (line.trim() === '') {
      continue;
    }
    const match = POLICY_LINE.exec(line);
    if (!match) {
      throw new SyntaxError(`line ${index + 1}: cannot read "${line.trim()}"`);
    }

    const [, verb, kind, id, what, until] = match;
    const expiresAt = until ? Date.parse(until) : null;
    if (expiresAt !== null && Number.isNaN(expiresAt)) {
      throw new SyntaxError(`line ${index + 1}: "${until}" is not a date`);
    }
    switch (kind) {
      case 'user':
      case 'group':
      case 'domain':
      case 'link':
        break;
      default:
        throw new SyntaxError(`line ${index + 1}: "${kind}" is no kind of subject`);
    }

    const subject: Grant['subject'] = { kind, id };
    if (verb.toLowerCase() === 'allow') {
      const role = ROLES.find((candidate) => candidate === what);
      if (!role) {
        throw new SyntaxError(`line ${index + 1}: "${what}" is not a role`);
      }
      grants.push({ subject, role, expiresAt });
    } else {
      const deny = what as Permission;
      const previous = grants.find(
        (grant) => grant.subject.kind === kind && grant.subject.id === id,
      );
      if (previous) {
        previous.deny = [...(previous.deny ?? []), deny];
      } else {
        grants.push({ subject, role: 'guest', expiresAt, deny: [deny] });
      }
    }
  }
  return grants;
}
